import { address, dollars, onOffUnset, oneOf, pricedModels, secretText, text, wholeNumber } from './kinds.ts'

const second = 1_000

/** The endpoint of a model. */
export const model = {
  baseUrl: address(
    { schemes: ['https:', 'http:'], example: 'https://models.example.com/v1', fallback: 'the built-in offline model' },
    ['ATELIER_MODEL_BASE_URL', 'The endpoint of a model, as far as its version.'],
  ),
  apiKey: secretText(['ATELIER_MODEL_API_KEY', 'The key for that endpoint. It never enters a sandbox.']),
  name: text(['ATELIER_MODEL_NAME', 'The model to ask for at that endpoint; required with it.']),
  offersFound: onOffUnset('on where browsers reach the server at an address of its own machine, off elsewhere', [
    'ATELIER_OFFER_FOUND_MODELS',
    'Whether administrators may see and use [the keys and model servers of the machine](models.md#what-this-machine-has) that this server runs on.',
  ]),
  catalogUrl: address({ schemes: ['https:', 'http:'], example: 'https://openrouter.ai/api/v1' }, [
    'ATELIER_MODEL_CATALOG_URL',
    'A router of models whose list people may look at, as far as its version; it has to list them as OpenRouter does.',
  ]),
  others: pricedModels([
    'ATELIER_MODEL_OTHERS',
    'Other models of that endpoint that people may choose, each with US dollars for a million input and output tokens.',
  ]),
  table: text([
    'ATELIER_MODEL_TABLE_FILE',
    'A file with one model a line, as JSON, that replaces the table of models which batches and media may name, of 36 models: [its fields](models.md#table-of-models).',
  ]),
  speechProgram: text([
    'ATELIER_SPEECH_PROGRAM',
    'The command line of a program that speaks a text, such as `espeak-ng -v {voice:en} -f {input} -w {output}`: [its places](media.md#a-program-of-the-operator).',
  ]),
  shape: oneOf(
    {
      values: ['chat', 'responses', 'messages'],
      fallback:
        'responses at api.openai.com, messages at api.anthropic.com and below a path /anthropic, chat elsewhere',
    },
    [
      'ATELIER_MODEL_SHAPE',
      "How that endpoint is spoken to: OpenAI's chat completions (chat), which most speak, its responses (responses), or Anthropic's messages (messages).",
    ],
  ),
  effort: oneOf(
    { values: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'], fallback: 'what the endpoint does by itself' },
    [
      'ATELIER_MODEL_EFFORT',
      'How much the model thinks before it answers; left out again where the endpoint refuses it.',
    ],
  ),
  inputMicrosPerMillion: dollars(['ATELIER_MODEL_INPUT_PRICE', 'US dollars for a million input tokens.']),
  outputMicrosPerMillion: dollars(['ATELIER_MODEL_OUTPUT_PRICE', 'US dollars for a million output tokens.']),
  cacheReadMicrosPerMillion: dollars([
    'ATELIER_MODEL_CACHE_READ_PRICE',
    'US dollars for a million input tokens that the endpoint had in its cache; as input if not set, and a tenth of that at api.anthropic.com.',
  ]),
  cacheWriteMicrosPerMillion: dollars([
    'ATELIER_MODEL_CACHE_WRITE_PRICE',
    'US dollars for a million input tokens that the endpoint puts into its cache; as input if not set, and 1.25 times that with messages.',
  ]),
  contextTokens: wholeNumber({ min: 1024, max: 100_000_000, absent: 128_000 }, [
    'ATELIER_MODEL_CONTEXT_TOKENS',
    'Tokens of input and output together that the model takes.',
  ]),
  maxOutputTokens: wholeNumber({ min: 16, max: 10_000_000, absent: 8192 }, [
    'ATELIER_MODEL_OUTPUT_TOKENS',
    'The most tokens that one answer may have.',
  ]),
  firstByteMs: wholeNumber({ min: 1, max: 3600, absent: 120, scale: second }, [
    'ATELIER_MODEL_FIRST_BYTE_SECONDS',
    'How long the endpoint may take to begin an answer.',
  ]),
  idleMs: wholeNumber({ min: 1, max: 3600, absent: 60, scale: second }, [
    'ATELIER_MODEL_IDLE_SECONDS',
    'How long the endpoint may pause in an answer.',
  ]),
  callMs: wholeNumber({ min: 1, max: 86_400, absent: 900, scale: second }, [
    'ATELIER_MODEL_CALL_SECONDS',
    'How long one call may take, with its repeats.',
  ]),
  review: oneOf({ values: ['on', 'required', 'off'], absent: 'on' }, [
    'ATELIER_MODEL_REVIEW',
    'Whether the model reads each change before it is merged, in projects that do not say so themselves; `required` asks a person where it could not. With `off`, no model writes tests for changes either, unless the project wants them.',
  ]),
  planning: oneOf({ values: ['on', 'off'], absent: 'on' }, [
    'ATELIER_MODEL_PLANNING',
    'Whether the model cuts large requests into tasks, in projects that do not say so themselves.',
  ]),
}
