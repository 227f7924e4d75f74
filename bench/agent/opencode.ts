import type { AgentScript } from './play.ts'
import type { Action, Task } from './task.ts'

/** The known solution in the tools that OpenCode offers its model; it changes no file that was not read. */
export const openCodePart = ({ solution }: Task): AgentScript => ({
  name: 'opencode',
  actions: solution.flatMap(spoken),
})

const spoken = ({ tool, input }: Action): readonly Action[] => {
  const filePath = `/worktree/${String(input.path)}`
  const read = { tool: 'read', input: { filePath } }
  switch (tool) {
    case 'run':
      return [{ tool: 'bash', input: { ...input, description: 'Does a part of the work' } }]
    case 'write':
      return [read, { tool: 'write', input: { filePath, content: input.content } }]
    case 'edit':
      return [read, { tool: 'edit', input: { filePath, oldString: input.find, newString: input.replace } }]
    default:
      return [{ tool: `atelier_${tool}`, input }]
  }
}
