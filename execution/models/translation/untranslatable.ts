import { invalidRequest, type ModelFailure } from '../failure.ts'
import type { Settings } from './conversation.ts'

/** A field, named as the caller wrote it, that the endpoint's shape cannot express. `why` continues its name. */
export const untranslatable = (field: string, why = 'cannot be said'): ModelFailure =>
  invalidRequest(
    `${field} ${why} in the shape of this model's endpoint. Leave it out, or call a model that is listed with a shape which takes it.`,
  )

/** Values that change no answer: of a field that may be left out with any of them, or only with these. */
export type IgnoredValues = Readonly<Record<string, 'any' | readonly unknown[]>>

// A caller makes names up, and reads them again.
const nameCharsMost = 100

/** Refuses the first field that affects the answer and is not read; null counts as left out. */
export const refuseOtherFields = (value: object, read: readonly string[], ignored: IgnoredValues, path = ''): void => {
  for (const [name, given] of Object.entries(value)) {
    if (given == null || read.includes(name)) continue
    const idle = Object.hasOwn(ignored, name) ? ignored[name] : undefined
    const isIdle = idle === 'any' || idle?.some((one) => JSON.stringify(one) === JSON.stringify(given))
    if (!isIdle) throw untranslatable(`${path}${name.slice(0, nameCharsMost)}`)
  }
}

/** Settings that a shape does not support, for some or all values. */
export type RefusableSetting = keyof typeof commonNames | 'format'

/** Names of these settings in requests with a shape. */
export type SettingNames = Readonly<Record<RefusableSetting, string>>

/** The names that most shapes have. */
export const commonNames = {
  temperature: 'temperature',
  topK: 'top_k',
  stops: 'stop',
  seed: 'seed',
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
} as const satisfies Partial<Record<keyof Settings, string>>

/** Refuses the first setting that a shape does not support. */
export const refuseSettings = (settings: Settings, untaken: readonly RefusableSetting[], names: SettingNames): void => {
  const found = untaken.find((name) => settings[name] !== undefined)
  if (found) throw untranslatable(names[found])
}
