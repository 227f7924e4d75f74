import { Type } from 'typebox'
import { getDeliverable, listDeliverables } from '../../deliverables/contract.ts'
import { replyOf } from '../marked-data.ts'
import { tool } from '../tool.ts'

export const listDeliverablesTool = tool({
  name: 'list_deliverables',
  description: 'List deliverables, or read one cycle’s.',
  schema: Type.Object({ cycleId: Type.Optional(Type.String({ minLength: 1 })) }, { additionalProperties: false }),
  isReadOnly: true,
  run: async ({ cycleId }, { api }) =>
    replyOf(
      cycleId === undefined
        ? await api.call(listDeliverables)
        : await api.call(getDeliverable, { params: { cycleId } }),
    ),
})
