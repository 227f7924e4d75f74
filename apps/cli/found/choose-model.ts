import { atelier } from '../program/command.ts'
import { failed } from '../failure.ts'
import type { Session } from '../session.ts'
import { ask, canAsk } from '../terminal/ask.ts'
import { listed } from '../terminal/text.ts'
import type { ModelSource } from './model-source.ts'
import { sourceLines } from './source-lines.ts'
import { usedLines } from './used-lines.ts'

/**
 * Sees to a model before something is imported: the named source, else, if `isLacking`, the source that the person
 * chooses from this machine's sources. Ends the command without one. Nothing is used without an answer.
 */
export const chooseModel = async (
  session: Session,
  named: string | undefined,
  isLacking: () => Promise<boolean>,
): Promise<void> => {
  if (named !== undefined) return use(session, named)
  if (!(await isLacking())) return
  // Loaded here: a workspace with a model needs none of this.
  const { findSources } = await import('./use-source.ts')
  const sources = await findSources(session)
  const usable = sources.filter(({ unusable, kind }) => unusable === undefined && kind !== 'agent')
  const chosen = usable.length === 0 ? '' : await askFor(session, usable)
  if (chosen === '') throw failed('no_model', lines(usable).join('\n'))
  await use(session, chosen, sources)
}

const askFor = async ({ output, signal }: Session, usable: readonly ModelSource[]): Promise<string> => {
  if (output.json || !canAsk()) return ''
  output.say('No model is configured. This machine has:')
  for (const line of sourceLines(usable)) output.say(`  ${line}`)
  return ask('Which one shall agents work with? Its name, or nothing for none: ', '', signal)
}

const use = async (session: Session, name: string, sources?: readonly ModelSource[]) => {
  const { useSource } = await import('./use-source.ts')
  const used = await useSource(session, name, {}, sources)
  for (const line of usedLines(used)) session.output.say(line)
}

const lines = (usable: readonly ModelSource[]): readonly string[] => {
  const names = usable.map(({ name }) => name)
  const [first] = names
  return [
    'No model is configured, and the built-in offline model cannot write code. Nothing was imported or proposed.',
    first === undefined
      ? `Add a model: ${atelier} models endpoints add mine https://api.example.com/v1 --model gpt-5=1.25/10`
      : `This machine has ${listed(names)}. Use one: ${atelier} models use ${first}, or add --use ${first} to this command`,
    `Or try a change that is spelled out: ${atelier} deliver --file samples/word-count.md <a copy of samples/word-count>`,
  ]
}
