import { Type } from 'typebox'
import { proposeCycle } from '../../planning/contract.ts'
import { executeCycle } from '../../runs/contract.ts'
import { replyOf } from '../marked-data.ts'
import { tool } from '../tool.ts'

export const proposeCycleTool = tool({
  name: 'propose_cycle',
  description: 'Propose a change of a project, described for an engineer who knows nothing else. start runs it.',
  schema: Type.Object(
    {
      projectId: Type.String(),
      title: Type.String(),
      description: Type.String(),
      start: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  isReadOnly: false,
  run: async ({ start = false, ...body }, { api }) => {
    const proposed = await api.call(proposeCycle, { body })
    if (proposed.status >= 400 || !start) return replyOf(proposed)
    const { cycle } = proposed.body as { readonly cycle: { readonly id: string } }
    const started = await api.call(executeCycle, { params: { id: cycle.id } })
    if (started.status < 400) return replyOf(started)
    const { text } = replyOf(started)
    return { text: `The cycle ${cycle.id} is proposed as a draft, but did not start. ${text}`, isError: true }
  },
})
