import { resolve } from 'node:path'
import type { Setting } from './kinds.ts'
import { nearest } from './nearest-name.ts'
import { StartRefusal } from './refusal.ts'
import { otherPrograms, settings } from './settings.ts'
import { isIP } from 'node:net'

type Settings = typeof settings
type ValueOf<S> = S extends Setting<infer Value> ? Value : never

/** All settings as values: `listen.port`, `sandbox.memoryBytes`. Units are the last word of a name. */
export type Configuration = {
  readonly [Group in keyof Settings]: {
    readonly [Key in keyof Settings[Group]]: ValueOf<Settings[Group][Key]>
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads every setting from `environment`; an empty text counts as left out, and `storage.dataFolder` is absolute.
 * Names that Kubernetes makes for services are passed over. Throws StartRefusal with one sentence for each unknown,
 * malformed or contradictory setting.
 */
export const readConfiguration = (environment: Environment): Configuration => {
  const wrong = unknownIn(environment)
  const read = (setting: Setting<unknown>) => {
    const value = environment[setting.name]
    if (value === undefined || value.trim() === '' || isServiceLink(setting.name, value)) return setting.absent
    const result = setting.read(value.trim())
    if ('value' in result) return result.value
    wrong.push(sentenceOf(setting, value, result.wrong))
    return setting.absent
  }
  const found = mapEntries(settings, (group) => mapEntries(group, read)) as Configuration
  wrong.push(...contradictionsIn(found))
  if (wrong.length > 0) throw new StartRefusal(wrong.join('\n'))
  return { ...found, storage: { ...found.storage, dataFolder: resolve(found.storage.dataFolder) } }
}

const mapEntries = <Value, Result>(record: Readonly<Record<string, Value>>, change: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

const sentenceOf = ({ name, secret, accepts, fallback }: Setting<unknown>, value: string, wrong: string) =>
  `${name} is ${secret ? 'set to something' : JSON.stringify(value)}, which is ${wrong}. ` +
  `Use ${accepts}, or leave it out for ${fallback}.`

const groups: readonly Readonly<Record<string, Setting<unknown>>>[] = Object.values(settings)

/** Every declared setting, in the order of the page. */
export const allSettings: readonly Setting<unknown>[] = groups.flatMap((group) => Object.values(group))

/**
 * Names that Kubernetes writes into each container for the services of its namespace: for a service `atelier` they
 * begin like settings. Source: https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables.
 */
export const serviceLinksIn = (environment: Environment): string[] =>
  Object.entries(environment).flatMap(([name, value]) => (isServiceLink(name, value ?? '') ? [name] : []))

const isServiceLink = (name: string, value: string) =>
  name.startsWith('ATELIER_') &&
  (/_SERVICE_(HOST|PORT)$|_SERVICE_PORT_[A-Z0-9_]+$|_PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
    (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value)))

const unknownIn = (environment: Environment) => {
  const known = [...allSettings.map(({ name }) => name), ...otherPrograms.map(([name]) => name)]
  return Object.entries(environment)
    .filter(
      ([name, value]) => name.startsWith('ATELIER_') && !known.includes(name) && !isServiceLink(name, value ?? ''),
    )
    .map(([name]) => {
      const near = nearest(name, known)
      const next = near ? `Did you mean ${near}?` : 'Take it out.'
      return `${name} is not a setting. ${next} docs/configuration.md lists them all.`
    })
}

const contradictionsIn = ({ listen, storage, mail, model, caps, previews }: Configuration): string[] => {
  const wrong: string[] = []
  if (
    listen.publicUrl &&
    previews.url &&
    isSameSite(new URL(listen.publicUrl).hostname, new URL(previews.url).hostname)
  ) {
    wrong.push(
      'ATELIER_PREVIEW_URL is of the same site as ATELIER_PUBLIC_URL, so code of a project could reach the sessions of the console. Use another registered domain.',
    )
  }
  if (storage.bucket && !(storage.accessKeyId && storage.secretAccessKey)) {
    wrong.push('ATELIER_OBJECTS is set. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too, the keys for its bucket.')
  }
  if (mail.smtp && !mail.from) {
    wrong.push(
      'ATELIER_SMTP_URL is set and ATELIER_MAIL_FROM is not. Set it to an address that this server may send as.',
    )
  }
  if (model.baseUrl && !model.name) {
    wrong.push('ATELIER_MODEL_BASE_URL is set and ATELIER_MODEL_NAME is not. Set it to the model to ask for.')
  }
  if (!model.baseUrl && (model.name ?? model.apiKey)) {
    const set = model.name ? 'ATELIER_MODEL_NAME' : 'ATELIER_MODEL_API_KEY'
    wrong.push(`${set} is set and ATELIER_MODEL_BASE_URL is not. Set both, or neither for the built-in offline model.`)
  }
  const prices = [model.inputMicrosPerMillion, model.outputMicrosPerMillion]
  const ofCaches = [model.cacheReadMicrosPerMillion, model.cacheWriteMicrosPerMillion]
  if (prices.includes(undefined) && [...prices, ...ofCaches].some((price) => price !== undefined)) {
    wrong.push(
      'Only a part of what the model costs is set. Set ATELIER_MODEL_INPUT_PRICE and ATELIER_MODEL_OUTPUT_PRICE; 0 says that it is free.',
    )
  }
  if (
    model.baseUrl &&
    prices.every((price) => price === undefined) &&
    Object.values(caps).some((cap) => cap !== undefined)
  ) {
    wrong.push(
      'A cost cap is set, and the model has no price. Set ATELIER_MODEL_INPUT_PRICE and ATELIER_MODEL_OUTPUT_PRICE; 0 says that it is free.',
    )
  }
  if (model.maxOutputTokens >= model.contextTokens) {
    wrong.push('ATELIER_MODEL_OUTPUT_TOKENS leaves no room for input. Set it below ATELIER_MODEL_CONTEXT_TOKENS.')
  }
  return wrong
}

// Second labels under which people register names, as in example.co.uk.
const registries = ['ac', 'co', 'com', 'edu', 'go', 'gob', 'gov', 'gv', 'ne', 'net', 'or', 'org']

/**
 * Whether browsers may treat two hosts as one site, so that either could set cookies for the other. It errs on the side
 * of yes: the rules by which suffixes are registered are not known here, and names below them may count as one site.
 */
export const isSameSite = (one: string, other: string): boolean => siteOf(one) === siteOf(other)

const siteOf = (host: string): string => {
  const name = host.toLowerCase().replace(/\.$/, '')
  const labels = name.split('.')
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return name
  const [second = '', first = ''] = labels.slice(-2)
  const isRegistry = first.length === 2 && registries.includes(second) && labels.length > 2
  return labels.slice(isRegistry ? -3 : -2).join('.')
}
