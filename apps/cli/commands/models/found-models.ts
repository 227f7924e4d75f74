import { atelier } from '../../program/command.ts'
import { sourceLines } from '../../found/source-lines.ts'
import { usedLines } from '../../found/used-lines.ts'
import { findSources, useSource } from '../../found/use-source.ts'
import type { UseOptions } from '../../found/model-source.ts'
import type { Session } from '../../session.ts'

/** `atelier models found`: prints the model sources on this machine for agents. */
export const listFoundModels = async (session: Session): Promise<void> => {
  const { output } = session
  const sources = await findSources(session)
  output.show(
    sources.map((source) => (source.kind === 'agent' ? { ...source, agent: undefined } : source)),
    (sources.length > 0 ? sourceLines(sources) : nothing).join('\n'),
  )
}

const nothing = [
  'There is no key of a model maker in the environment, no model server on 127.0.0.1 and no coding agent on the PATH.',
  `Add a model: ${atelier} models endpoints add mine https://api.example.com/v1 --model gpt-5=1.25/10`,
]

/** `atelier models use NAME`: tests a found model source with a question, and adds it. */
export const useFoundModel = async (session: Session, name: string, options: UseOptions): Promise<void> => {
  const used = await useSource(session, name, options)
  session.output.show(used, usedLines(used))
}
