import { Type } from 'typebox'
import { conflict, operation, to } from '../../../../platform/contract/index.ts'
import { exampleText, lineText, maybe, namedObject, oneOf } from '../../../../platform/contract/schema.ts'
import { noVault } from '../../../code/secrets/contract/refusals.ts'
import { endpointErrors, ModelEndpoint } from './endpoints.ts'

const usd = (of: string) =>
  Type.Number({
    minimum: 0,
    maximum: 100_000,
    examples: [1.25],
    description: `US dollars for a million tokens of ${of}.`,
  })

/** A source of models on the server's machine: an API key in its environment, or a model server such as Ollama. */
export const FoundModel = namedObject('FoundModel', {
  name: exampleText('The name to choose it by.', 'ollama'),
  title: exampleText('The display name.', 'Ollama'),
  kind: oneOf(['key', 'server'], {
    description: 'A key in the environment of the server, or a model server on its machine.',
  }),
  place: exampleText('The variable that has the key, or the address of the model server.', '127.0.0.1:11434'),
  model: maybe(exampleText('The model that is taken unless another is named.', 'gpt-oss:20b')),
  models: Type.Array(Type.String(), {
    examples: [['gpt-oss:20b', 'llama3.2']],
    description: 'The models that a model server lists; empty for a key.',
  }),
  inputUsdPerMillion: maybe(usd('input; null if the price is not known')),
  outputUsdPerMillion: maybe(usd('output; null if the price is not known')),
  pricedOn: maybe(exampleText('The day of the price list; null without one.', '2026-02-18')),
  unusable: maybe(
    exampleText(
      'Why it cannot be used as it is; null if it can.',
      'Ollama runs, but has no model that can write code.',
    ),
  ),
  identifier: maybe(
    exampleText(
      'How a role names its first model, if an endpoint of the workspace has this address; else null.',
      'ollama/gpt-oss:20b',
    ),
  ),
})

export const FoundModels = namedObject('FoundModels', {
  isOffered: Type.Boolean({ description: 'Whether this server offers what its machine has.' }),
  models: Type.Array(FoundModel, { description: 'The models of the machine; empty if it offers none.' }),
})

/** A source to add as a model endpoint of the workspace. */
export const AddFoundModel = namedObject('AddFoundModel', {
  name: lineText(40, { examples: ['ollama'], description: 'The name of the source that was found.' }),
  model: Type.Optional(lineText(150, { examples: ['gpt-oss:20b'], description: 'Another model than the shown one.' })),
  inputUsdPerMillion: Type.Optional(usd('input, if the price is not known')),
  outputUsdPerMillion: Type.Optional(usd('output, if the price is not known')),
})

const access = to('administrator')
const path = '/v1/api/model-config/found'

export const listFoundModels = operation({
  method: 'GET',
  path,
  summary: 'List the keys and model servers of the server’s machine. Sends nothing off it and uses nothing',
  reach: 'call',
  access,
  effect: 'outside',
  replies: { 200: FoundModels },
  audit: { refusals: 'model_endpoint.list_found' },
  reads: { model_endpoint: 'all' },
})

export const addFoundModel = operation({
  method: 'POST',
  path,
  summary: 'Make a model endpoint of a key or model server of the server’s machine. It asks the model nothing',
  reach: { page: '/models' },
  access,
  effect: 'outside',
  body: AddFoundModel,
  replies: { 201: ModelEndpoint },
  errors: {
    noVault,
    ...endpointErrors,
    notOffered: conflict({
      code: 'found_models_not_offered',
      message: 'This server does not offer the models of its machine. The operator can: ATELIER_OFFER_FOUND_MODELS=on.',
    }),
    unusable: conflict({
      code: 'found_model_unusable',
      message: 'This cannot be used as it is. See the reason.',
      details: Type.Object({ reason: Type.String({ description: 'Why not, as a sentence.' }) }),
    }),
  },
  audit: {
    action: 'model_endpoint.add_found',
    category: 'create',
    severity: 'notice',
    event: 'model_endpoint.created',
  },
})
