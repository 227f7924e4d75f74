import { faultOfVariable } from '../../../execution/sandbox/index.ts'
import { readEffect } from './rules.ts'
import type { Config, Variables } from './tables.ts'

/** The variables and secrets for runs in a config of any shape. */
export const effectOf = (config: Config): Variables => readEffect(config, (name) => faultOfVariable(name) === undefined)
