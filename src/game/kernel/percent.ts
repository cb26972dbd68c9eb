import { multiply, parseAmount } from './decimal.ts'

/** A probability as an exact percentage: `25%`, `0.001%`. */
export function percentText(probability: number): string {
  const exact = parseAmount(plainText(probability))
  return `${(exact === undefined ? undefined : multiply(exact, 100)) ?? probability * 100}%`
}

/** The shortest decimal that reads as this number, without an exponent: `0.0000001` for `1e-7`. */
function plainText(number: number): string {
  const text = String(number)
  const [mantissa = '', exponent] = text.split('e-')
  if (exponent === undefined) return text
  return `0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replace('.', '')}`
}
