import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import type { ConnectAccessPoint, AccessPointState, InvoiceTransmission } from './contract.ts'
import { changedKeys, newKeys, webhookTokenOf } from './keys.ts'
import { changeConnection, insertConnection } from './store.ts'
import type { ConnectionRow, StatusRow, TransmissionRow } from './tables.ts'
import type { AccessPoints } from '../../../execution/access-points/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { shownState } from './rules.ts'

type GivenKeys = Static<typeof ConnectAccessPoint>

/** Faults of a first connection: its missing fields. */
export const lacksOf = ({ environment, apiKey }: GivenKeys): InvalidField[] =>
  Object.entries({ environment, apiKey }).flatMap(([name, value]) =>
    value === undefined ? [{ path: name, message: 'is needed to connect', rule: 'access-point' }] : [],
  )

/** Connects an access point for the first time; its webhook gets an address of its own. `given` lacks nothing. */
export const connect = async (
  tx: Transaction,
  { vault }: Pick<TransmissionParts, 'vault'>,
  { driver, environment, ...given }: GivenKeys,
  by: ChangedBy,
) => {
  const keys = await newKeys(tx, vault, { ...given, apiKey: given.apiKey! })
  return insertConnection(tx, { ...by, ...keys, driver, environment: environment! })
}

/** For so long a webhook may be on its way that was signed before its secret was changed. */
const handoverMs = 15 * 60_000

/**
 * Changes the given values of a connection that the caller has locked; its address and its environment stay. The
 * previous webhook secret is accepted for a while.
 */
export const reconnect = async (
  tx: Transaction,
  { vault }: Pick<TransmissionParts, 'vault'>,
  { before, given }: { readonly before: ConnectionRow; readonly given: GivenKeys },
  by: ChangedBy,
) => {
  const handover = { now: by.now, until: new Date(by.now.getTime() + handoverMs) }
  return changeConnection(tx, { ...by, ...(await changedKeys(tx, vault, before, given, handover)) })
}

/** Where the access point is to send its webhooks; null if the vault of this server does not open it. */
export const webhookUrlOf = async (tx: Transaction, { vault, linkTo }: TransmissionParts, row: ConnectionRow) => {
  const token = await webhookTokenOf(tx, vault, row)
  return token === undefined ? null : linkTo(`/v1/api/client-billing/access-point/webhooks/${row.driver}/${token}`)
}

export interface TransmissionParts {
  readonly database: Database
  readonly vault: Vault
  readonly accessPoints: AccessPoints
  /** The whole address of a path of this server. */
  readonly linkTo: (path: string) => string
}

/**
 * The access point of a workspace as administrators see it; undefined if none is connected. `webhookUrl` is null if it
 * cannot be opened here.
 */
export const presentConnection = (
  row: ConnectionRow | undefined,
  webhookUrl: string | null,
): Static<typeof AccessPointState> => ({
  driver: row?.driver ?? null,
  environment: row?.environment ?? null,
  apiKeyEnding: row?.apiKeyEnding ?? null,
  hasWebhookSecret: row?.hasWebhookSecret ?? false,
  webhookUrl,
  lastNoticeAt: row?.noticeAt ?? null,
  connectedAt: row?.connectedAt ?? null,
})

/** A transmission with its statuses; without the access point's words to the agency for a client. */
export const presentTransmission = (
  { id, invoiceId, environment, profile, sha256, state, answer, reason, detail, createdAt }: TransmissionRow,
  statuses: readonly StatusRow[],
  isAgency: boolean,
): Static<typeof InvoiceTransmission> => ({
  id,
  invoiceId,
  environment,
  profile,
  sha256,
  state: shownState(state),
  answer,
  reason: isAgency ? reason : null,
  detail: isAgency ? detail : null,
  statuses: statuses
    .filter(({ transmissionId }) => transmissionId === id)
    .map((status) => ({ state: status.state, code: status.code, source: status.source, at: status.at })),
  createdAt,
})
