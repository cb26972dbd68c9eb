import * as z from 'zod'
import { defineImageRoute, defineRoute, takingImage } from '../define-route.ts'
import { parseFields, type FieldTree } from '../design/fields.ts'
import { message } from '../kernel/shapes.ts'
import { paging } from '../kernel/schema.ts'
import { someOfDescriptorSchema } from './descriptor-schema.ts'
import { addImage, deleteImage, listImages, showImage } from './operations.ts'
import { sizeQuery } from './size-query.ts'
import type { ImageSize } from './size.ts'
import { uploadRow } from './upload-row.ts'

const ofDesign = { api: 'v2', resource: 'design', caller: 'operator' } as const

const fieldsQuery = z.string().default('').transform(parseFields)

const list = {
  ...ofDesign,
  method: 'GET',
  summary: 'List the images of the design',
  op: listImages,
  query: () => z.object({ ...paging, fields: fieldsQuery }),
  input: ({ query }: { query: { skip: number; limit: number; fields: FieldTree } }) => query,
  out: () => z.array(someOfDescriptorSchema()),
  present: (images: readonly unknown[]) => images as z.input<ReturnType<typeof someOfDescriptorSchema>>[],
  faults: ['invalid_request'],
} as const

const add = { ...ofDesign, ...uploadRow, summary: 'Add an image to the design', op: addImage } as const

const imageParams = () => z.object({ image_id: z.string() })

const show = {
  ...ofDesign,
  method: 'GET',
  summary: 'Get an image of the design, or a built-in one',
  op: showImage,
  params: imageParams,
  query: () => z.object(sizeQuery),
  input: ({ params, query }: { params: { image_id: string }; query: { size: ImageSize } }) => ({
    id: params.image_id,
    ...query,
  }),
  faults: ['invalid_size', 'image_not_found'],
} as const

const remove = {
  ...ofDesign,
  method: 'DELETE',
  summary: 'Delete an image of the design',
  op: deleteImage,
  params: imageParams,
  input: ({ params }: { params: { image_id: string } }) => ({ id: params.image_id }),
  out: () => message,
  faults: ['image_not_found'],
} as const

/** The images of the design, under both prefixes. Spec 2, 5.5. */
export const designImageRoutes = [
  defineRoute({ ...list, path: '/design/images' }),
  defineRoute({ ...list, path: '/runtime/design/images' }),
  takingImage('design', defineRoute({ ...add, path: '/design/images' })),
  takingImage('design', defineRoute({ ...add, path: '/runtime/design/images' })),
  defineImageRoute({ ...show, path: '/design/images/:image_id' }),
  defineImageRoute({ ...show, path: '/runtime/design/images/:image_id' }),
  defineRoute({ ...remove, path: '/design/images/:image_id' }),
  defineRoute({ ...remove, path: '/runtime/design/images/:image_id' }),
] as const
