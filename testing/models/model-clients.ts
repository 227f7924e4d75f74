import Anthropic from '@anthropic-ai/sdk'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { APICallError, generateText, jsonSchema, type LanguageModel, type ModelMessage, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { pixelBase64 } from '../ai/pixel.ts'

const parameters = { type: 'object' as const, properties: { path: { type: 'string' as const } }, required: ['path'] }

/** A client's understanding of an answer, in words of its own. */
interface UnderstoodAnswer {
  readonly text: string
  readonly calls: readonly unknown[]
  readonly stop: string | null | undefined
  readonly tokens: readonly (number | null | undefined)[]
}

/** A conversation of two calls: the model calls two tools at once, and is given both results and a picture. */
interface Client {
  /** As it calls the ends of both answers. */
  readonly stops: readonly [string, string]
  readonly talk: (model: string, streams: boolean) => Promise<readonly [UnderstoodAnswer, UnderstoodAnswer]>
  /** A call that fails: status, code, and the sentence. */
  readonly fail: (model: string) => Promise<unknown>
}

const chatClient = (openai: OpenAI): Client => ({
  stops: ['tool_calls', 'stop'],
  talk: async (model, streams) => {
    const ask = async (messages: OpenAI.ChatCompletionMessageParam[]) => {
      const tools = [{ type: 'function' as const, function: { name: 'read', parameters } }]
      const body = { model, messages, tools, max_completion_tokens: 500, user: 'u' }
      const made = streams
        ? await openai.chat.completions
            .stream({ ...body, stream_options: { include_usage: true } })
            .finalChatCompletion()
        : await openai.chat.completions.create(body)
      const [{ message, finish_reason }] = made.choices as [(typeof made.choices)[number]]
      const calls = message.tool_calls ?? []
      const heard: UnderstoodAnswer = {
        text: message.content ?? '',
        stop: finish_reason,
        calls: calls.map((call) => (call.type === 'function' ? JSON.parse(call.function.arguments) : call) as unknown),
        tokens: [
          made.usage?.prompt_tokens,
          made.usage?.completion_tokens,
          made.usage?.prompt_tokens_details?.cached_tokens,
        ],
      }
      return { heard, message, calls }
    }
    const asked: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Read both' },
    ]
    const { heard, message, calls } = await ask(asked)
    const results = calls.map(({ id }, place) => ({
      role: 'tool' as const,
      tool_call_id: id,
      content: `result ${place}`,
    }))
    const image = { type: 'image_url' as const, image_url: { url: `data:image/png;base64,${pixelBase64}` } }
    const again = await ask([
      ...asked,
      message,
      ...results,
      { role: 'user', content: [{ type: 'text', text: 'And this?' }, image] },
    ])
    return [heard, again.heard]
  },
  fail: (model) =>
    openai.chat.completions
      .create({ model, messages: [{ role: 'user', content: 'Hi' }] })
      .catch((error: unknown) => error),
})

const responsesClient = (openai: OpenAI): Client => ({
  stops: ['completed', 'completed'],
  talk: async (model, streams) => {
    const ask = async (input: OpenAI.Responses.ResponseInput) => {
      const tools = [{ type: 'function' as const, name: 'read', parameters, strict: false }]
      const body = { model, instructions: 'Be brief', input, tools, max_output_tokens: 500 }
      const made = streams ? await openai.responses.stream(body).finalResponse() : await openai.responses.create(body)
      const calls = (made.output as OpenAI.Responses.ResponseOutputItem[]).filter(
        (item) => item.type === 'function_call',
      )
      const heard: UnderstoodAnswer = {
        text: made.output_text,
        stop: made.status,
        calls: calls.map((call) => JSON.parse(call.arguments) as unknown),
        tokens: [made.usage?.input_tokens, made.usage?.output_tokens, made.usage?.input_tokens_details.cached_tokens],
      }
      return { heard, output: made.output, calls }
    }
    const { heard, output, calls } = await ask([{ role: 'user', content: 'Read both' }])
    const again = await ask([
      { role: 'user', content: 'Read both' },
      ...(output as OpenAI.Responses.ResponseInput),
      ...calls.map(({ call_id }, place) => ({
        type: 'function_call_output' as const,
        call_id,
        output: `result ${place}`,
      })),
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'And this?' },
          { type: 'input_image', image_url: `data:image/png;base64,${pixelBase64}`, detail: 'auto' },
        ],
      },
    ])
    return [heard, again.heard]
  },
  fail: (model) => openai.responses.create({ model, input: 'Hi' }).catch((error: unknown) => error),
})

const messagesClient = (anthropic: Anthropic): Client => ({
  stops: ['tool_use', 'end_turn'],
  talk: async (model, streams) => {
    const ask = async (said: Anthropic.MessageParam[]) => {
      const tools = [{ name: 'read', input_schema: parameters }]
      const system = [{ type: 'text' as const, text: 'Be brief', cache_control: { type: 'ephemeral' as const } }]
      const body = { model, system, messages: said, tools, max_tokens: 500 }
      const made = streams
        ? await anthropic.messages.stream(body).finalMessage()
        : await anthropic.messages.create(body)
      const calls = made.content.filter((block) => block.type === 'tool_use')
      const { input_tokens: fresh, cache_read_input_tokens: cached, output_tokens } = made.usage
      const heard: UnderstoodAnswer = {
        text: made.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        calls: calls.map(({ input }) => input),
        stop: made.stop_reason,
        tokens: [fresh + (cached ?? 0), output_tokens, cached],
      }
      return { heard, content: made.content, calls }
    }
    const { heard, content, calls } = await ask([{ role: 'user', content: 'Read both' }])
    const results = calls.map(({ id }, place) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: `result ${place}`,
    }))
    const image = {
      type: 'image' as const,
      source: { type: 'base64' as const, media_type: 'image/png' as const, data: pixelBase64 },
    }
    const again = await ask([
      { role: 'user', content: 'Read both' },
      { role: 'assistant', content: content as Anthropic.ContentBlockParam[] },
      { role: 'user', content: [...results, { type: 'text', text: 'And this?' }, image] },
    ])
    return [heard, again.heard]
  },
  fail: (model) =>
    anthropic.messages
      .create({ model, max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] })
      .catch((error: unknown) => error),
})

const read = tool({ description: 'Reads', inputSchema: jsonSchema<{ path: string }>(parameters) })

// Otherwise it refers to items of earlier answers by their ids, and none is kept.
const sendsItems = { openai: { store: false } }

const sdk = (modelOf: (model: string) => LanguageModel): Client => ({
  stops: ['tool-calls', 'stop'],
  talk: async (model, streams) => {
    const ask = async (said: ModelMessage[]) => {
      const asked = {
        model: modelOf(model),
        system: 'Be brief',
        messages: said,
        tools: { read },
        maxOutputTokens: 500,
        maxRetries: 0,
        providerOptions: sendsItems,
      }
      const made = streams ? streamText(asked) : await generateText(asked)
      const calls = await made.toolCalls
      const used = await made.usage
      const heard: UnderstoodAnswer = {
        text: await made.text,
        calls: calls.map((one) => one.input),
        stop: await made.finishReason,
        tokens: [used.inputTokens, used.outputTokens, used.inputTokenDetails.cacheReadTokens],
      }
      return { heard, calls, messages: (await made.finalStep).response.messages }
    }
    const begun: ModelMessage[] = [{ role: 'user', content: 'Read both' }]
    const answer = await ask(begun)
    const results = answer.calls.map(({ toolCallId, toolName }, place) => ({
      type: 'tool-result' as const,
      toolCallId,
      toolName,
      output: { type: 'text' as const, value: `result ${place}` },
    }))
    const content = [
      { type: 'text' as const, text: 'And this?' },
      { type: 'file' as const, data: pixelBase64, mediaType: 'image/png' },
    ]
    const again = await ask([
      ...begun,
      ...answer.messages,
      { role: 'tool', content: results },
      { role: 'user', content },
    ])
    return [answer.heard, again.heard]
  },
  fail: (model) =>
    generateText({ model: modelOf(model), prompt: 'Hi', maxRetries: 0 }).catch((error: unknown) => {
      if (!APICallError.isInstance(error)) throw error
      const { error: said } = JSON.parse(error.responseBody!) as { error: { code: string } }
      return { status: error.statusCode, code: said.code, message: error.message }
    }),
})

interface ModelClients {
  readonly openai: OpenAI
  readonly anthropic: Anthropic
  /** Each official client with each of the forms that it knows. */
  readonly all: Readonly<Record<string, Client>>
}

/** The makers' own clients and the AI SDK, with a base address and a key alone. */
export const modelClients = (baseURL: string, apiKey: string): ModelClients => {
  const openai = new OpenAI({ baseURL, apiKey, maxRetries: 0 })
  const anthropic = new Anthropic({ baseURL, apiKey, maxRetries: 0 })
  const byOpenAi = createOpenAI({ baseURL, apiKey })
  const byAnthropic = createAnthropic({ baseURL: `${baseURL}/v1`, apiKey })
  const all = {
    'openai for chat completions': chatClient(openai),
    'openai for responses': responsesClient(openai),
    '@anthropic-ai/sdk': messagesClient(anthropic),
    'AI SDK for chat completions': sdk((model) => byOpenAi.chat(model)),
    'AI SDK for responses': sdk((model) => byOpenAi.responses(model)),
    'AI SDK for messages': sdk((model) => byAnthropic(model)),
  }
  return { openai, anthropic, all }
}
