import { atelier } from '../program/command.ts'
import { printable } from '../terminal/text.ts'
import type { UsedSource } from './model-source.ts'

/** The stored source, and how to take it back. */
export const usedLines = (used: UsedSource): readonly string[] =>
  used.kind === 'agent'
    ? [
        `${used.name} starts in a sandbox. It is kept as ${used.harness}, and carries out the tasks of this workspace, with the workspace’s model.`,
        `Choose between agents in the console, under Agents. Its command is in agents.json of the server’s data folder.`,
      ]
    : [
        `It answers, streams and calls tools. It is kept as ${printable(used.model)}, for: ${used.roles.join(', ')}.`,
        `Another model for a role: ${atelier} models set coder <model>. The endpoint, with its key: ${atelier} models endpoints`,
      ]
