import { Type } from 'typebox'
import { listDeliverables } from '../../deliverables/contract.ts'
import { listPendingRequests } from '../../requests/contract.ts'
import { replyOf } from '../marked-data.ts'
import { tool } from '../tool.ts'

const requestsMost = 50

export const listWaiting = tool({
  name: 'list_waiting',
  description: 'List what waits for the owner of the key: questions, approvals and deliverables.',
  schema: Type.Object({}, { additionalProperties: false }),
  isReadOnly: true,
  run: async (_input, { api, linkTo }) => {
    const requests = await api.call(listPendingRequests, { query: { status: 'pending', limit: requestsMost } })
    if (requests.status >= 400) return replyOf(requests)
    const deliverables = await api.call(listDeliverables, { query: { awaiting: 'me' } })
    if (deliverables.status >= 400) return replyOf(deliverables)
    const rows = requests.body as readonly { readonly id: string }[]
    const body = {
      requests: rows.map((row) => ({ ...row, page: linkTo(`/console/?open=${row.id}`) })),
      deliverables: deliverables.body,
    }
    return replyOf({ ...requests, body })
  },
})
