import { maskLabelled } from '../../../execution/masking/index.ts'
import { jsonOf } from '../../../packages/foreign-json/index.ts'
import { FetchRefusal, type Fetcher } from '../../../platform/fetch/index.ts'
import { isName, type Layer } from './rules/configs.ts'
import type { InfisicalConfig } from './rules/infisical.ts'

/** Why an external manager returned no secrets, in a sentence for the agency: its own words if it sent any. */
export class ManagerRefusal extends Error {
  override readonly name = 'ManagerRefusal'
}

const withinMs = 10_000
const loginMostBytes = 65_536
const listMostBytes = 2 * 2 ** 20
const secretsMost = 10_000
const wordsMost = 300

/**
 * The secrets that a config leads to: a login with universal auth, then one list of the folder, its references expanded.
 * Imported secrets come before the folder's own, so that those count. The access token is used once and kept nowhere.
 * Source: https://infisical.com/docs/api-reference, universal-auth login and “List secrets” of version 3.
 */
export const secretsOfInfisical = async (fetcher: Fetcher, config: InfisicalConfig): Promise<Layer[]> => {
  const { clientId, clientSecret } = config
  const login = await sendToManager(fetcher, config, [clientSecret], {
    path: '/api/v1/auth/universal-auth/login',
    method: 'POST',
    maxBytes: loginMostBytes,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret }),
  })
  const token = isRecord(login) ? login.accessToken : undefined
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(token)) throw unreadable(config)
  const list = await sendToManager(fetcher, config, [clientSecret, token], {
    path: `/api/v3/secrets/raw?${listQuery(config)}`,
    method: 'GET',
    maxBytes: listMostBytes,
    headers: { authorization: `Bearer ${token}` },
  })
  return layersOf(list, config)
}

const listQuery = ({ projectId, environment, secretPath, recursive }: InfisicalConfig) =>
  new URLSearchParams({
    workspaceId: projectId,
    environment,
    secretPath,
    recursive: String(recursive),
    include_imports: 'true',
    expandSecretReferences: 'true',
  }).toString()

interface ManagerRequest {
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly maxBytes: number
}

/** Sends a request, and returns the JSON of its answer. No error contains `secrets`, even if the manager's words do. */
const sendToManager = async (
  fetcher: Fetcher,
  config: InfisicalConfig,
  secrets: readonly string[],
  { path, headers, ...rest }: ManagerRequest,
): Promise<unknown> => {
  const request = {
    ...rest,
    url: `${config.siteUrl}${path}`,
    headers: { accept: 'application/json', ...headers },
    withinMs,
  }
  const answer = await fetcher.send(request).catch((error: unknown) => {
    throw error instanceof FetchRefusal ? new ManagerRefusal(error.message, { cause: error }) : error
  })
  const content = jsonOf(answer.bytes)
  if (answer.status >= 200 && answer.status < 300) return content
  const words =
    isRecord(content) && typeof content.message === 'string'
      ? maskLabelled(withoutSecrets(content.message, secrets))
      : ''
  const { host } = new URL(config.siteUrl)
  throw new ManagerRefusal(words === '' ? `${host} refused with status ${answer.status}.` : words)
}

const withoutSecrets = (text: string, secrets: readonly string[]) =>
  secrets
    .reduce((left, secret) => left.replaceAll(secret, '••••'), text.slice(0, 10_000))
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, wordsMost)

const unreadable = ({ siteUrl }: InfisicalConfig) =>
  new ManagerRefusal(`${new URL(siteUrl).host} answered in a way that is not Infisical’s. Look at the siteUrl.`)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const layersOf = (list: unknown, config: InfisicalConfig): Layer[] => {
  if (!isRecord(list) || !Array.isArray(list.secrets)) throw unreadable(config)
  const imports = Array.isArray(list.imports) ? (list.imports as unknown[]) : []
  const folders = [...imports.map((one) => (isRecord(one) ? one.secrets : undefined)), list.secrets]
  const layers = folders.map((secrets) => layerOf(secrets, config))
  if (layers.reduce((sum, { length }) => sum + length, 0) > secretsMost)
    throw new ManagerRefusal(`The folder ${config.secretPath} has more than ${secretsMost} secrets.`)
  return layers
}

const layerOf = (secrets: unknown, config: InfisicalConfig) => {
  if (!Array.isArray(secrets)) throw unreadable(config)
  return (secrets as unknown[]).map((one): readonly [string, string] => {
    const { secretKey, secretValue, secretValueHidden } = isRecord(one) ? one : {}
    if (typeof secretKey !== 'string' || typeof secretValue !== 'string' || !isName(secretKey)) throw unreadable(config)
    // A hidden value is a placeholder in the value's place: a program would take it for the secret.
    if (secretValueHidden === true)
      throw new ManagerRefusal(
        `The identity may not read the value of ${secretKey.slice(0, 100)}. Grant it that right.`,
      )
    return [secretKey, secretValue]
  })
}
