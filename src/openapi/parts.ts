import type * as z from 'zod'

/** A JSON Schema of draft 2020-12, which OpenAPI 3.1 speaks. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** A reference to a part under `components`. */
export interface Ref {
  readonly $ref: string
}

/** What a body may be, in one case. */
export interface Example {
  readonly summary: string
  readonly value: unknown
}

/** What a body holds, by media type. */
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

/** What may be answered. */
export interface Response {
  readonly description: string
  readonly content?: Content
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>
}

/** Names of scopes, by security scheme; all schemes of one requirement are needed at once. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** What a method does at a path, as documents describe it. */
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly (Parameter | Ref)[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  /** By status. */
  readonly responses: Readonly<Record<string, Response | Ref>>
  /** Any one of these will do; none of them where the list is empty. */
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
  /** What pages show in place of a tag's name stands beside it. */
  readonly tags: readonly { readonly name: string; readonly 'x-displayName': string; readonly description: string }[]
  /** How pages put tags together. */
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
