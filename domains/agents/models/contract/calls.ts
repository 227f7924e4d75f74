import { Type, type TSchema } from 'typebox'
import { operation, relayed, to } from '../../../../platform/contract/index.ts'
import { anyObject, exampleText, lineText, maybe, namedObject, oneOf } from '../../../../platform/contract/schema.ts'
import { endpointShapes } from '../rules/endpoints.ts'

/** People of the agency and the runs of its tasks, in the workspace of the path. */
const access = { ...to('agency'), task: true } as const
const requestBytesMost = 8 * 1024 * 1024

const model = lineText(200, {
  examples: ['offline'],
  description: 'An id from the list of models, such as `acme/gpt-5`.',
})
const stream = Type.Optional(maybe(Type.Boolean({ description: 'Whether the answer comes as server-sent events.' })))
/** A field whose meaning this gateway does not carry out: it may be sent without one. */
const without = (what: string) => Type.Optional(Type.Null({ description: `${what} not served here: leave it out.` }))
const objects = (examples: readonly object[], description: string) =>
  Type.Array(anyObject(), { minItems: 1, maxItems: 10_000, examples: [examples], description })

/** Fields that are not declared go through the judgement of the shape itself, as its maker describes them. */
const requestOf = <Fields extends Record<string, TSchema>>(title: string, fields: Fields) =>
  Type.Object({ model, stream, ...fields }, { title, additionalProperties: true })

const greeting = { role: 'user', content: 'Hello' }

const errors = {
  modelNotFound: {
    status: 404,
    code: 'model_not_found',
    message:
      'No model of that name is available in this format. GET …/models lists the available ones, each with its format.',
  },
  capabilityDisabled: {
    status: 503,
    code: 'capability_disabled',
    message:
      'This workspace has only the built-in offline model, which is called as a chat completion. Add a model endpoint.',
  },
  workspaceCapReached: {
    status: 402,
    code: 'workspace_cap_reached',
    message: "The workspace's model budget does not cover this call. Ask an owner of the workspace to raise its cap.",
  },
  instanceCapReached: {
    status: 402,
    code: 'instance_cap_reached',
    message:
      "The instance's model budget does not cover this call. Ask the operator of this instance to raise its cap.",
  },
  projectCapReached: {
    status: 402,
    code: 'project_cap_reached',
    message: "The project's model budget does not cover this call of its task. Raise the project's cap (costCapUsd).",
  },
  cycleCapReached: {
    status: 402,
    code: 'cycle_cap_reached',
    message: "The cycle's model budget does not cover this call of its task. Raise the cycle's cap.",
  },
  priceUnknown: {
    status: 402,
    code: 'provider_price_unknown',
    message: 'There is a cost cap, and the model’s price is unknown, so the cap could not be enforced. Set its price.',
  },
  inputRefused: {
    status: 422,
    code: 'provider_refused_request',
    message: 'The model endpoint refused the request. Check its fields, or choose another model.',
  },
  upstreamFailed: {
    status: 502,
    code: 'provider_failed',
    message: 'The model endpoint failed. Send the request again later.',
    retryAfterSeconds: 10,
  },
  upstreamSlow: {
    status: 504,
    code: 'provider_slow',
    message: 'The model endpoint did not answer in time. Send the request again later.',
    retryAfterSeconds: 10,
  },
} as const

const call = {
  method: 'POST',
  workspace: 'path',
  access,
  errors,
  bodyLimit: requestBytesMost,
  replay: false,
  effect: 'outside',
  audit: { action: 'model_call.create', category: 'execute' },
} as const

const modelFields = {
  id: exampleText('How a request names it.', 'acme/gpt-5'),
  object: Type.Literal('model', { description: 'Always `model`.' }),
  created: Type.Integer({ description: 'Always 0: the creation time is not known.' }),
  owned_by: Type.String({ examples: ['acme'], description: "The workspace's endpoint, or the instance's." }),
  shape: oneOf(endpointShapes, {
    description: 'The form that its endpoint speaks; calls in the others are translated.',
  }),
  contextTokens: Type.Integer({ description: 'Tokens of input and output together that it takes.' }),
  maxOutputTokens: Type.Integer({ description: 'The longest answer.' }),
  inputUsdPerMillion: maybe(Type.Number({ description: 'US dollars per million input tokens; null when unknown.' })),
  outputUsdPerMillion: maybe(Type.Number({ description: 'US dollars per million output tokens; null when unknown.' })),
  pricedOn: maybe(
    Type.String({
      examples: ['2026-11-21'],
      description: "When its prices were looked up; null for the instance's, which are those of its settings.",
    }),
  ),
  capabilities: Type.Array(exampleText('A capability.', 'chat'), {
    examples: [['chat', 'pictures']],
    description:
      'Its abilities by the table of models, such as `chat`, `images`, `speech`, `transcription` or `video`. Empty for a model that is not in the table.',
  }),
  unitPrice: maybe(
    Type.Object(
      {
        usd: Type.Number({ minimum: 0, description: 'US dollars for one piece.', examples: [0.04] }),
        per: exampleText('The piece: an `image`, a `second`, a `minute` or `million characters`.', 'image'),
      },
      { description: 'Its price by the piece; null for a model with a price by tokens, or without a known one.' },
    ),
  ),
}

export const AiModels = namedObject('AiModels', {
  object: Type.Literal('list', { description: 'Always `list`.' }),
  default: maybe(exampleText('The model that agents of the workspace use; null if it cannot be used.', 'offline')),
  data: Type.Array(namedObject('AiModel', modelFields), { description: 'The models that may be called.' }),
})

/** The list as Anthropic's client reads it; it has one page. */
const AiMessageModels = namedObject('AiMessageModels', {
  data: Type.Array(
    namedObject('AiMessageModel', {
      ...modelFields,
      type: Type.Literal('model', { description: 'Always `model`.' }),
      display_name: exampleText('Equal to `id`.', 'acme/gpt-5'),
      created_at: exampleText('Always the same: the creation time is not known.', '1970-01-01T00:00:00Z'),
    }),
    { description: 'The models that may be called.' },
  ),
  has_more: Type.Literal(false, { description: 'Always false: the list is whole.' }),
  first_id: maybe(exampleText('The first `id`; null for an empty list.', 'acme/gpt-5')),
  last_id: maybe(exampleText('The last `id`; null for an empty list.', 'offline')),
})

export const listAiModels = operation({
  method: 'GET',
  path: '/v1/api/ai/w/{workspaceId}/models',
  summary: 'List the models that can be called, in the format of model clients, with prices',
  workspace: 'path',
  reach: 'call',
  access,
  replies: { 200: AiModels },
  errorShape: 'openai',
  audit: { refusals: 'model_call.list' },
  reads: { model_preference: 'all', model_endpoint: 'all', model_call_policy: 'all' },
})

export const listAiMessageModels = operation({
  method: 'GET',
  path: '/v1/api/ai/w/{workspaceId}/v1/models',
  summary: 'List the models that can be called, as Anthropic’s client reads them',
  workspace: 'path',
  reach: 'call',
  access,
  query: Type.Object({
    limit: Type.Optional(Type.String({ maxLength: 10, description: 'Without effect: the list has one page.' })),
    before_id: Type.Optional(Type.String({ maxLength: 200, description: 'Without effect.' })),
    after_id: Type.Optional(Type.String({ maxLength: 200, description: 'Without effect.' })),
  }),
  replies: { 200: AiMessageModels },
  errorShape: 'anthropic',
  audit: { refusals: 'model_call.list' },
  reads: { model_preference: 'all', model_endpoint: 'all', model_call_policy: 'all' },
})

const ChatCompletion = Type.Object(
  {
    object: exampleText('`chat.completion`.', 'chat.completion'),
    choices: Type.Array(anyObject(), { description: 'The model’s answer.' }),
  },
  { title: 'ChatCompletion', additionalProperties: true },
)

export const createAiChatCompletion = operation({
  ...call,
  path: '/v1/api/ai/w/{workspaceId}/chat/completions',
  summary: 'Create a chat completion (OpenAI format)',
  reach: 'transfer',
  body: requestOf('ChatCompletionRequest', {
    messages: objects([greeting], 'The conversation, as OpenAI describes it. Pictures are sent as their bytes.'),
    functions: without('Functions are'),
    function_call: without('Functions are'),
    audio: without('Sound is'),
    web_search_options: without('Searching is'),
  }),
  replies: { 200: relayed(ChatCompletion, 'Chunks of the completion, and `[DONE]`, as OpenAI describes them.') },
  errorShape: 'openai',
})

const Message = Type.Object(
  {
    type: exampleText('`message`.', 'message'),
    content: Type.Array(anyObject(), { description: 'The model’s answer.' }),
  },
  { title: 'AiMessage', additionalProperties: true },
)

export const createAiMessage = operation({
  ...call,
  path: '/v1/api/ai/w/{workspaceId}/v1/messages',
  summary: 'Create a message (Anthropic format)',
  reach: 'transfer',
  body: requestOf('AiMessageRequest', {
    messages: objects([greeting], 'The conversation, as Anthropic describes it. Pictures are sent as their bytes.'),
    max_tokens: Type.Integer({ minimum: 1, description: 'The longest answer.', examples: [1000] }),
    mcp_servers: without('Tool servers of the endpoint are'),
    container: without('Containers are'),
  }),
  replies: { 200: relayed(Message, '`message_start` to `message_stop`, as Anthropic describes them.') },
  errorShape: 'anthropic',
})

const AiResponse = Type.Object(
  {
    object: exampleText('`response`.', 'response'),
    status: exampleText('How it ended.', 'completed'),
    output: Type.Array(anyObject(), { description: 'The model’s thoughts, texts and calls.' }),
  },
  { title: 'AiResponse', additionalProperties: true },
)

export const createAiResponse = operation({
  ...call,
  path: '/v1/api/ai/w/{workspaceId}/responses',
  summary: 'Create a response (OpenAI format). The conversation is not stored',
  reach: 'transfer',
  body: requestOf('AiResponseRequest', {
    input: Type.Union(
      [
        exampleText('The text of the person.', 'Hello'),
        objects([{ role: 'user', content: 'Hello' }], 'The whole conversation.'),
      ],
      { description: 'The conversation, as OpenAI describes it. Pictures are sent as their bytes.' },
    ),
    previous_response_id: without('Responses are kept nowhere. An earlier one is'),
    conversation: without('Conversations kept by the endpoint are'),
    prompt: without('Stored prompts are'),
    background: Type.Optional(
      maybe(Type.Literal(false, { description: 'Answers come at once: leave it out, or send false.' })),
    ),
  }),
  replies: { 200: relayed(AiResponse, '`response.created` to `response.completed`, as OpenAI describes them.') },
  errorShape: 'openai',
})

const AiEmbeddings = Type.Object(
  {
    object: Type.Optional(exampleText('`list`.', 'list')),
    data: Type.Array(anyObject(), { description: 'A vector for each text, with its place.' }),
  },
  { title: 'AiEmbeddings', additionalProperties: true },
)

export const createAiEmbedding = operation({
  ...call,
  path: '/v1/api/ai/w/{workspaceId}/embeddings',
  summary: 'Create embeddings of texts (OpenAI format)',
  reach: 'transfer',
  body: Type.Object(
    {
      model,
      input: Type.Union(
        [
          exampleText('One text.', 'Hello'),
          Type.Array(Type.Unknown(), {
            minItems: 1,
            maxItems: 100_000,
            examples: [['Hello']],
            description: 'Several texts, or texts as tokens.',
          }),
        ],
        { description: 'The texts, as OpenAI describes them.' },
      ),
    },
    { title: 'AiEmbeddingRequest', additionalProperties: true },
  ),
  replies: { 200: relayed(AiEmbeddings, 'Not served: embeddings are not streamed.') },
  errorShape: 'openai',
})

const TokenCount = Type.Object(
  { input_tokens: Type.Integer({ minimum: 0, description: 'How many tokens the model would read.', examples: [12] }) },
  { title: 'AiTokenCount', additionalProperties: true },
)

export const countAiMessageTokens = operation({
  ...call,
  path: '/v1/api/ai/w/{workspaceId}/v1/messages/count_tokens',
  summary: 'Count the tokens of a message (Anthropic format). An estimate if the endpoint has no count',
  reach: 'transfer',
  body: Type.Object(
    { model, messages: objects([greeting], 'The conversation, as Anthropic describes it.') },
    { title: 'AiTokenCountRequest', additionalProperties: true },
  ),
  replies: { 200: relayed(TokenCount, 'Not served: a count is not streamed.') },
  errorShape: 'anthropic',
})
