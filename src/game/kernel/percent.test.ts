import { expect, test } from 'vitest'
import { percentText } from './percent.ts'

test.each([
  [0, '0%'],
  [1, '100%'],
  [0.25, '25%'],
  [0.07, '7%'],
  [0.123456, '12.3456%'],
  [0.00001, '0.001%'],
  [1.25e-7, '0.0000125%'],
  [0.999999, '99.9999%'],
])('the probability %d is %s, exactly', (probability, text) => expect(percentText(probability)).toBe(text))
