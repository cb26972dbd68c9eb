import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { Readable, Writable } from 'node:stream'
import * as z from 'zod'
import type { Io, Progress } from '../../../terminal/io.ts'
import type { Answer } from './answer.ts'
import type { Resource, ResourcePage } from './resources.ts'
import { canChange, inputOf, type Tool } from './tool.ts'

/** What an agent talks to. */
export interface Offer {
  readonly version: string
  /** What agents read about the server as a whole. */
  readonly instructions: string
  readonly tools: readonly Tool[]
  readonly mayChange: boolean
  /** Answers a call of a tool; the name and the input can be anything. */
  readonly call: (name: string, input: unknown, heed: Heed) => Promise<Answer>
  readonly resources: (cursor: string | undefined) => Promise<ResourcePage>
  readonly resource: (uri: string) => Promise<Resource & { readonly text: string }>
}

/** What a call of a tool must heed. */
export interface Heed {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** A conversation with an agent. */
export interface Conversation {
  /** Resolves when the agent has closed our stdin. */
  readonly ended: Promise<void>
  /** Ends it: the calls in progress are cancelled, and nothing is read any more. */
  readonly close: () => Promise<void>
}

/** Speaks the Model Context Protocol on stdin and stdout. Spec 6.9. */
export async function converse(io: Pick<Io, 'stdin' | 'stdout'>, offer: Offer): Promise<Conversation> {
  const server = serverOf(offer)
  const input = asReadable(io.stdin())
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve())
    server.onclose = resolve
  })
  await server.connect(new StdioServerTransport(input, asWritable(io.stdout)))
  return {
    ended,
    close: async () => {
      await server.close()
      input.destroy()
    },
  }
}

/** The method that calls a tool. */
const CALL = 'tools/call'

function serverOf(offer: Offer): Server {
  const { version, instructions, tools, mayChange } = offer
  const server = new Server({ name: 'gamify', version }, { capabilities: { tools: {}, resources: {} }, instructions })
  // The SDK reports lines that are not messages; they get no answer, and nothing happens.
  server.onerror = () => {}
  const shown = tools.filter(({ alwaysChanges }) => mayChange || !alwaysChanges)
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: shown.map((tool) => describeTool(tool, mayChange)),
  }))
  // A handler for this method would never see an input that is not an object: the SDK refuses that in words of its own.
  server.fallbackRequestHandler = async ({ method, params = {} }, { signal, _meta, sendNotification }) => {
    if (method !== CALL) throw new McpError(ErrorCode.MethodNotFound, `there is no method '${method}'`)
    const { name, arguments: input = {} } = params
    const report = progressReport(_meta?.progressToken, (progress) =>
      sendNotification({ method: 'notifications/progress', params: progress }),
    )
    const shownName = typeof name === 'string' ? name : (JSON.stringify(name) ?? '')
    const { text, isError } = await offer.call(shownName, input, { signal, onProgress: report })
    return { content: [{ type: 'text', text }], isError } satisfies CallToolResult
  }
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => {
    const { resources, ...next } = await orMcpError(offer.resources(params?.cursor))
    return { resources: [...resources], ...next }
  })
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    const { uri, mimeType, text } = await orMcpError(offer.resource(params.uri))
    return { contents: [{ uri, mimeType, text }] }
  })
  return server
}

/** Describes a tool as agents get it. */
function describeTool(tool: Tool, mayChange: boolean) {
  const { name, about, changes, alwaysChanges = false } = tool
  const isMixed = !alwaysChanges && Object.keys(changes).length > 0
  const { $schema: _, ...inputSchema } = z.toJSONSchema(inputOf(tool, mayChange), { io: 'input' })
  return {
    name,
    description: isMixed && mayChange ? `${about} Can also change: ${Object.keys(changes).join(', ')}.` : about,
    inputSchema: { ...inputSchema, type: 'object' as const },
    annotations: { readOnlyHint: !(mayChange && canChange(tool)), openWorldHint: false },
  }
}

type ProgressParams = { progressToken: string | number; progress: number; total: number; message: string }

/** Returns a function that reports progress to an agent that asked for it. The numbers of the protocol only grow. */
function progressReport(
  token: string | number | undefined,
  send: (params: ProgressParams) => Promise<void>,
): Heed['onProgress'] {
  let last = -1
  return ({ what, done, of, detail }) => {
    if (token === undefined || done <= last) return
    last = done
    // An agent that has gone needs no report.
    void send({ progressToken: token, progress: done, total: of, message: `${what}${detail}` }).catch(() => {})
  }
}

/** Reports an error in plain words as one of the protocol. */
async function orMcpError<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw new McpError(ErrorCode.InvalidParams, error instanceof Error ? error.message : String(error))
  }
}

function asReadable(input: AsyncIterable<Uint8Array>): Readable {
  return input instanceof Readable ? input : Readable.from(input, { objectMode: false })
}

/** Wraps stdout so that the protocol waits for a reader that is slow. */
function asWritable(output: Io['stdout']): Writable {
  return new Writable({
    write: (chunk: Buffer, _, done) => {
      output.write(chunk.toString())
      if (output.drained) void output.drained().then(() => done(), done)
      else done()
    },
  })
}
