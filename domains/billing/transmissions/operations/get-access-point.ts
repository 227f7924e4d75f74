import { handle } from '../../../../platform/handler/index.ts'
import { webhookUrlOf } from '../connect.ts'
import { getAccessPoint } from '../contract.ts'
import type { TransmissionParts } from '../parts.ts'
import { noConnection, presentConnection } from '../present.ts'
import { findConnection } from '../store.ts'

export default (parts: TransmissionParts) =>
  handle(getAccessPoint, async ({ tx, ok }) => {
    const row = await findConnection(tx)
    return ok(row ? presentConnection(row, await webhookUrlOf(tx, parts, row)) : noConnection)
  })
