import type * as z from 'zod'

/** A JSON Schema (draft 2020-12, as OpenAPI 3.1 uses it). */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** A reference to a part under `components`. */
export interface Ref {
  readonly $ref: string
}

/** An example of a body. */
export interface Example {
  readonly summary: string
  readonly value: unknown
}

/** The content of a body by media type. */
export type Content = Readonly<
  Record<
    string,
    {
      readonly schema: JsonSchema
      readonly examples?: Readonly<Record<string, Ref | Example>>
      readonly encoding?: object
    }
  >
>

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

/** A response. */
export interface Response {
  readonly description: string
  readonly content?: Content
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>
}

/** The names of scopes by security scheme. All schemes of one requirement are needed together. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** An operation: a method of a path. */
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly (Parameter | Ref)[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  /** The responses by status. */
  readonly responses: Readonly<Record<string, Response | Ref>>
  /** The alternatives, one of which is enough. An empty list means that the operation needs no security. */
  readonly security: readonly SecurityRequirement[]
}

/** The operations of a path, by method in lower case. */
export type PathItem = Readonly<Record<string, Operation>>

/** A document in OpenAPI 3.1. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  /** `x-displayName` is what pages show in place of the name. */
  readonly tags: readonly { readonly name: string; readonly 'x-displayName': string; readonly description: string }[]
  /** The groups of tags on pages. */
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, Response>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>
    readonly securitySchemes: Readonly<Record<string, object>>
  }
}
