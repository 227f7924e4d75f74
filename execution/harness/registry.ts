import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A program that drives a model inside a sandbox. */
export interface Harness {
  readonly name: string
  /** What the sandbox has to show read-only for it. */
  readonly binds: readonly { readonly from: string; readonly to: string }[]
  /** Its program, as a path inside. */
  readonly program: string
  /** Set for its program; paths are of the inside. */
  readonly environment?: Readonly<Record<string, string>>
}

export type ResolvedHarness =
  | { readonly installed: true; readonly harness: Harness }
  /** `reason` is a sentence that says what is missing. */
  | { readonly installed: false; readonly reason: string }

const inside = '/opt/atelier'

// Wherever npm has put the packages: beside this project, or above it.
const packages = () => {
  const entry = fileURLToPath(import.meta.resolve('ai'))
  return entry.slice(0, entry.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length)
}

const beside = dirname(import.meta.dirname)

const native = (): Harness => ({
  name: 'native',
  binds: [
    { from: packages(), to: join(inside, 'node_modules') },
    ...['harness', 'git-index'].map((name) => ({ from: join(beside, name), to: join(inside, 'execution', name) })),
  ],
  program: join(inside, 'execution/harness/native/main.ts'),
})

/** The harness of a name, or a sentence that says why it cannot be used. */
export const resolveHarness = (name: string): ResolvedHarness => {
  if (name === 'native') return { installed: true, harness: native() }
  if (/^runtime-[1-7]$/.test(name)) {
    return {
      installed: false,
      reason: `The harness ${name} is not installed: no command is mapped to it on this instance. Use native, or ask the operator to install it.`,
    }
  }
  return { installed: false, reason: `There is no harness named ${JSON.stringify(name.slice(0, 100))}. Use native.` }
}
