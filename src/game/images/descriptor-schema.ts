import * as z from 'zod'
import { sizeNames } from './size-query.ts'

const size = () => z.strictObject({ name: z.enum(sizeNames), height: z.int().nullable(), width: z.int().nullable() })

/** What is answered of an uploaded image; its album is `design`, or `players` for what players upload as theirs. Spec 1 "Image descriptor". */
export const descriptorSchema = () =>
  z.strictObject({ tags: z.array(z.string()), album: z.string(), sizes: z.array(size()), id: z.string() })

/** Those of its fields that were asked for. Spec 4.1 `fields`. */
export const someOfDescriptorSchema = () =>
  descriptorSchema()
    .extend({ sizes: z.array(size().partial()) })
    .partial()
