import { library } from '../delivery.ts'
import { mergingProject } from '../repositories/merging-project.ts'
import type { TestServer } from '../server.ts'

export const fileIn = (path: string, content: string) => `\`\`\`file ${path}\n${content}\n\`\`\``
export const runOf = (command: string) => `\`\`\`run\n${command}\n\`\`\``
/** A task as the offline model reads it from a description. */
export const taskOf = (info: string, ...blocks: string[]) => `\`\`\`\`task ${info}\n${blocks.join('\n\n')}\n\`\`\`\`\n`

export const graphWorld = (server: TestServer, runtime: object = {}) => mergingProject(server, library, runtime)
