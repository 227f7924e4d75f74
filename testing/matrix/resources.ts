import { v7 as uuidv7 } from 'uuid'
import { newLinkToken } from '../../platform/crypto/index.ts'
import type { Operation } from '../../platform/contract/index.ts'
import { publishWorkspaceBrandKit } from '../../domains/accounts/brand/contract.ts'
import { insertCodeHost } from '../../domains/code/code-hosts/store.ts'
import { trackerKeys } from '../../domains/delivery/trackers/parts.ts'
import { insertTracker } from '../../domains/delivery/trackers/store-trackers.ts'
import { hostToken } from '../../domains/code/code-hosts/token.ts'
import { createProjectSecretsConfig } from '../../domains/code/secrets/contract/configs.ts'
import { attachedRepository } from '../repositories/attached-repository.ts'
import { chargeFor, draftOf } from '../billing/billed-work.ts'
import { newSlug, pictureOf } from '../clients/brand.ts'
import { createProjectEnvironment } from '../../domains/code/environments/contract.ts'
import { unsubscribePath } from '../../domains/growth/sending/unsubscribe-link.ts'
import { addGrowthSuppressions } from '../../domains/growth/suppression/contract.ts'
import { importProjectMcp, importProjectSkill } from '../../domains/agents/project-resources/contract.ts'
import { createAgent } from '../../domains/agents/agents/contract.ts'
import { assetIn } from '../ai/assets.ts'
import { batchIn } from '../ai/batch-rows.ts'
import { documentIn } from '../ai/document-rows.ts'
import { mediaIn, videoIn } from '../ai/media-rows.ts'
import { artifactIn } from '../runs/artifacts.ts'
import { attachmentIn } from '../runs/attachments.ts'
import { addedTaskIn, cycleIn, taskIn } from '../cycles.ts'
import { askedIn, publishedIn } from '../runs/deliverables.ts'
import { deploymentIn, pictureIn, shareIn, toolbarTokenIn } from '../deployments/deployments.ts'
import { mailFrom, playIn } from '../growth/mail.ts'
import { growthProjectIn, leadIn } from '../growth/rows.ts'
import { mailboxIn } from '../mail-world/mailbox-rows.ts'
import { beginImport, importBlindly } from '../repositories/imports.ts'
import { draftAtLine } from '../runs/line-comments.ts'
import { invitedPerson } from '../people/members.ts'
import { payableIn } from '../payments/payable.ts'
import { pixelBase64 } from '../ai/pixel.ts'
import { requestIn } from '../runs/requests.ts'
import { beginRevision } from '../repositories/revisions.ts'
import { makeAccount, portalClientOf, seatOf } from '../clients/portals.ts'
import { deliveryOf, webhookOf } from '../webhooks/webhook-rows.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { chatChannelOf } from '../integrations/chat-channel.ts'
import { identityDomainIn } from '../people/identity-domain.ts'
import { signIn } from '../people/sessions.ts'
import { asOwner } from '../database-state.ts'

/** Where something is made, and for whom. */
export interface ResourceScene {
  readonly server: TestServer
  readonly at: Scene
  readonly projectId: string
  readonly userId: string
  /** The task that a credential of a run is for. */
  readonly taskId: string | undefined
}

/**
 * How one of each kind comes about. A parameter of a path is of the kind that its operation declares, else of the one
 * before it: `{id}` of `/v1/api/audit-log/{id}` is an `audit-log`; behind another parameter it is of the kind that the
 * path begins with: `{id}` of `/v1/api/environments/project/{projectId}/{id}` is of `environments`.
 */
const makers: Readonly<Record<string, (place: ResourceScene) => Promise<string>>> = {
  project: async ({ projectId }) => projectId,
  recorded_project: async ({ projectId }) => projectId,
  cycle: ({ server, at, projectId }) => cycleIn(server, at, projectId),
  task: async (place) => place.taskId ?? taskOf(place),
  tasks: async (place) => addedTaskIn(place.server, place.at, { ...place, cycleId: await make('cycle', place) }),
  pending_request: ({ server, at, projectId }) => requestIn(server, at, projectId, { requiredActor: 'client' }),
  'line-comments': async (place) => draftAtLine(place.server, await make('task', place), place.userId),
  deliverable: ({ server, at, projectId }) => publishedIn(server, at, projectId),
  // One of each person, so that everybody is the reviewer of what they decide.
  asked_deliverable: ({ server, at, projectId }) => publishedIn(server, at, projectId),
  deployment: async ({ server, at, projectId }) => (await deploymentIn(server, at, { projectId })).id,
  pictures: async (place) => pictureIn(place.server, await make('deployment', place), place.projectId),
  shares: ({ server, at, projectId }) => shareIn(server, at, projectId),
  approvals: async (place) => askedIn(place.server, await make('asked_deliverable', place), place.userId),
  artifacts: async (place) => artifactIn(place, await make('cycle', place), await make('deliverable', place)),
  agent: ({ at }) => agentOf(at),
  import: (place) => importOf(place),
  attachments: async (place) => attachmentIn(place, await make('cycle', place)),
  ai_batch: ({ server, at }) => batchIn(server, at),
  ai_document: ({ server, at }) => documentIn(server, at),
  ai_media: ({ server, at }) => mediaIn(server, at),
  ai_video: ({ server, at }) => videoIn(server, at),
  ai_asset: ({ server, at }) => assetIn(server, at, uuidv7()),
  import_scan: (place) => scanOf(place),
  uploads: (place) => uploadOf(place),
  // A role, which is the same everywhere.
  'model-config': async () => 'coder',
  endpoints: (place) => modelEndpointOf(place),
  // The key of a secret; one that is nowhere is removed from no file.
  entries: async () => 'STRIPE_API_KEY',
  secrets: (place) => secretsConfigOf(place),
  repos: ({ at, projectId }) => attachedRepository(at.owner, projectId),
  environments: (place) => environmentOf(place),
  skills: (place) => skillOf(place),
  mcp: (place) => toolServerOf(place),
  // Providers are the same for everybody; one without a key is removed and disabled as well.
  'web-providers': async () => 'tavily',
  providers: async () => 'hunter',
  // Capabilities are the same for everybody too.
  chains: async () => 'find_email',
  letters: async ({ server, userId }) => server.parts.letterTokens.tokenFor(userId)!,
  'code-hosts': (place) => codeHostOf(place),
  growth_project: ({ server, at }) => growthProjectIn(server, at),
  // Leads with one address are erased together.
  growth_lead: ({ server, at }) => leadIn(server, at, { address: `${uuidv7()}@example.com` }),
  growth_mailbox: ({ server, at }) => mailboxIn(server, at),
  growth_play: async ({ server, at }) => playIn(server, at, await growthProjectIn(server, at)),
  growth_message: async ({ server, at }) => {
    const projectId = await growthProjectIn(server, at)
    return mailFrom(server, at, { leadId: await leadIn(server, at, { projectId }), projectId, mailboxId: null })
  },
  suppressions: (place) => suppressionOf(place),
  unsubscribe: (place) => unsubscribeTokenOf(place),
  'preview-toolbar': ({ server, at, projectId }) => toolbarTokenIn(server, at, projectId),
  trackers: (place) => trackerOf(place),
  'chat-channels': chatChannelOf,
  webhooks: webhookOf,
  deliveries: async (place) => deliveryOf(place, await make('webhooks', place)),
  member: async ({ at }) => (await at.join('member')).userId,
  api_key: (place) => keyOf(place),
  member_invitation: async ({ server, at }) => (await invitedPerson(server, at)).invitationId,
  'member-invitations': (place) => expiredTokenOf(place),
  client_account: (place) => accountOf(place),
  billable: async (place) => chargeFor(place.at, await make('client_account', place)),
  invoices: async (place) => draftOf(place.at, [await make('billable', place)]),
  // A draft was never sent, so that nothing has this hash.
  'sent-documents': async () => '0'.repeat(64),
  payable_invoice: payableIn,
  'client-billing': async () => newLinkToken().token,
  portal_client: (place) => portalClientIn(place),
  portal_invitation: (place) => invitationIn(place, null),
  members: async (place) => seatIn(place, await make('client_account', place)),
  invitations: async (place) => invitationIn(place, await make('client_account', place)),
  projects: async ({ projectId }) => projectId,
  'portal-invitations': (place) => expiredPortalToken(place),
  revisions: ({ server, projectId }) => newest(server, 'select id from revision where project_id = $1', projectId),
  sessions: ({ server, userId }) => sessionOf(server, userId),
  images: ({ at }) => pictureOf(at),
  portals: ({ at }) => portalOf(at),
  identity_domain: ({ server, at }) => identityDomainIn(server, at),
  identities: async ({ at }) => at.workspace,
  // The workspace of the path.
  w: async ({ at }) => at.workspace,
  'audit-log': ({ server, at }) => newest(server, 'select id from audit_row where workspace_id = $1', at.workspace),
}

export const kindNames = Object.keys(makers)

/** The id of the one resource of this kind in that place, for that person. */
export const make = (kind: string, place: ResourceScene): Promise<string> => {
  const maker = makers[kind]
  if (!maker) throw new Error(`Say in testing/matrix/resources.ts how a resource of the kind “${kind}” is made.`)
  const name = [kind, place.projectId, place.userId, place.taskId].join()
  const making = made.get(name) ?? maker(place)
  made.set(name, making)
  return making
}
const made = new Map<string, Promise<string>>()

/** The kind of each parameter in an operation's path, by its name. */
export const kindsInPath = ({ path, access: { on } }: Operation): Readonly<Record<string, string>> => {
  const [, , , subject, ...segments] = path.split('/')
  const named = segments.flatMap((segment, at) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    const before = segments[at - 1] ?? subject!
    const kind = before.startsWith('{') ? subject! : before
    return name === undefined ? [] : [[name, on?.id === `params.${name}` ? on.kind : kind] as const]
  })
  return Object.fromEntries(named)
}

/** A token for that person whose time is over: accepted, it would change what they are. */
const expiredTokenOf = async ({ server, at, userId }: ResourceScene) => {
  const { token, tokenHash } = newLinkToken()
  const text = `insert into member_invitation (id, workspace_id, email, email_normal, role, token_hash, created_at, created_by,
      sent_at, expires_at)
    select $1, $2, email, email_normal, 'member', $3, now(), id, now() - interval '8 days', now() - interval '1 day'
    from users where id = $4 on conflict do nothing`
  await asOwner(server, text, [uuidv7(), at.workspace, tokenHash, userId])
  return token
}

const taskOf = async (place: ResourceScene) => {
  const { server, at, projectId } = place
  return (await taskIn(server, at, { projectId, cycleId: await make('cycle', place) })).id
}

/** An agent of the workspace, which every caller of the agency sees. */
const agentOf = async ({ owner }: Scene) => {
  const { body } = await owner.call(createAgent, { body: { name: uuidv7(), runtimeKind: 'native' } })
  return body.id as string
}

/** An endpoint at an address that no request may be sent to, so that no test leaves the machine. */
/** At an address that no request is sent to. */
const codeHostOf = ({ server, at, userId }: ResourceScene) =>
  server.database.within(at.workspace, async (tx) => {
    const id = uuidv7()
    const sealed = await hostToken.seal(tx, server.parts.vault, id, 'a-token')
    const row = { id, kind: 'gitea', name: `Host ${id}`, baseUrl: 'https://127.0.0.1', ...sealed } as const
    await insertCodeHost(tx, { ...row, appId: null, installationId: null, expiresAt: null, now: new Date(), userId })
    return id
  })

const suppressionOf = async ({ at }: ResourceScene) => {
  const { body } = await at.owner.call(addGrowthSuppressions, { body: { entries: [`${uuidv7()}@example.com`] } })
  return body.added[0].id as string
}

/** The token of the link in a mail to a lead of its own. */
const unsubscribeTokenOf = async ({ server, at }: ResourceScene) => {
  const leadId = await leadIn(server, at)
  const path = await server.database.within(at.workspace, (tx) =>
    unsubscribePath(tx, server.parts.vault, { id: leadId, address: 'ada@example.com' }, new Date()),
  )
  return path.slice(path.lastIndexOf('/') + 1)
}

const trackerOf = ({ server, at, userId }: ResourceScene) =>
  server.database.within(at.workspace, async (tx) => {
    const id = uuidv7()
    const { token: hookToken, tokenHash: hookTokenHash } = newLinkToken()
    const sealed = await trackerKeys.seal(tx, server.parts.vault, id, {
      token: 'a-token',
      webhookSecret: null,
      hookToken,
    })
    const row = { id, kind: 'linear', name: `Tracker ${id}`, baseUrl: 'https://127.0.0.1', ...sealed } as const
    const ends = { tokenExpiresAt: null, nextRenewalAt: null }
    const made = { ...ends, hasWebhookSecret: false, hookTokenHash, createdBy: userId, now: new Date() }
    await insertTracker(tx, { ...row, ...made })
    return id
  })

const modelEndpointOf = async ({ server, at, userId }: ResourceScene) => {
  const id = uuidv7()
  const listed = { model: 'm', inputMicrosPerMillion: 1, outputMicrosPerMillion: 2, pricedOn: '2026-01-01' }
  const unsaid = {
    cacheReadMicrosPerMillion: null,
    cacheWriteMicrosPerMillion: null,
    contextTokens: null,
    maxOutputTokens: null,
  }
  const text = `insert into model_endpoint (id, workspace_id, name, shape, base_url, models, revision, created_at,
      created_by, updated_at, updated_by)
    values ($1, $2, $3, 'chat', 'https://127.0.0.1/v1', $4, 1, now(), $5, now(), $5)`
  await asOwner(server, text, [id, at.workspace, `e-${id}`, JSON.stringify([{ ...listed, ...unsaid }]), userId])
  return id
}

/** An import is seen only by the person who began it. */
const importOf = async ({ server, at, userId }: ResourceScene) => {
  const id = await beginImport(at.owner, importBlindly(Buffer.from('no bundle'), 'a'.repeat(40)))
  await asOwner(server, 'update project_import set user_id = $2 where id = $1', [id, userId])
  return id
}

/** A scan is seen only by the person who asked for it. */
const scanOf = async ({ server, at, userId }: ResourceScene) => {
  const id = uuidv7()
  await asOwner(
    server,
    `insert into import_scan (id, workspace_id, user_id, source, default_branch, commit_sha, bundle_sha256, bundle_size_bytes,
       manifest, manifest_sha256, report, created_at, expires_at)
     values ($1, $2, $3, 'bundle', 'main', $4, $5, 1, '{}', $5, $6, now(), now() + interval '1 hour')`,
    [id, at.workspace, userId, 'a'.repeat(40), 'b'.repeat(64), emptyReport],
  )
  return id
}
const emptyReport = { protected: [], findings: [], findingsTotal: 0, leftOut: [], leftOutTotal: 0 }

/** The upload of a revision, which only the person who began it sees. */
const uploadOf = async ({ server, at, projectId, userId }: ResourceScene) => {
  const id = await beginRevision(at.owner, projectId, importBlindly(Buffer.from('no bundle'), 'a'.repeat(40)))
  await asOwner(server, 'update revision_upload set user_id = $2 where id = $1', [id, userId])
  return id
}

/** A key is seen by its person, where that is one of the workspace, and by administrators. */
const keyOf = async ({ server, at, userId }: ResourceScene) => {
  const { keyId } = await at.join('member')
  const isHere = 'select from membership m where m.workspace_id = api_key.workspace_id and m.user_id = $2'
  await asOwner(server, `update api_key set user_id = $2 where id = $1 and exists (${isHere})`, [keyId, userId])
  return keyId
}

const secretsConfigOf = async ({ at, projectId }: ResourceScene) => {
  const body = { provider: 'manual', label: 'Shared keys', config: { STRIPE_API_KEY: 'sk_live_1234' } }
  return (await at.owner.call(createProjectSecretsConfig, { projectId, body })).body.id as string
}

const environmentOf = async ({ at, projectId }: ResourceScene) => {
  const body = { label: 'Test', config: {} }
  return (await at.owner.call(createProjectEnvironment, { projectId, body })).body.id as string
}

const skillOf = async ({ at, projectId }: ResourceScene) => {
  const body = { slug: 'write-migrations', content: 'Add a file.' }
  return (await at.owner.call(importProjectSkill, { id: projectId, body })).body.slug as string
}

const toolServerOf = async ({ at, projectId }: ResourceScene) => {
  const body = { name: 'tracker', transport: 'stdio', command: 'npx' }
  return (await at.owner.call(importProjectMcp, { id: projectId, body })).body.name as string
}

/** A client account, to which the place's project belongs. */
const accountOf = async ({ server, at, projectId }: ResourceScene) => {
  const id = await makeAccount(at, uuidv7())
  const text = 'update project set client_account_id = $2 where id = $1 and workspace_id = $3'
  await asOwner(server, text, [projectId, id, at.workspace])
  return id
}

/** Another session of the person, so that the calling one lives on; a stranger's for an unknown caller. */
const sessionOf = async (server: TestServer, userId: string) => {
  const [known] = await asOwner(server, 'select email_verified from users where id = $1', [userId])
  return known ? (await signIn(server, userId, { isVerified: known.email_verified === true })).sessionId : uuidv7()
}

/** A person with a seat that reaches the place's project. */
const seatIn = async ({ server, at, projectId }: ResourceScene, accountId: string) => {
  const { userId } = await at.join('client')
  await seatOf(server, at, accountId, userId)
  await asOwner(
    server,
    `${grant} select workspace_id, id, $1, client_account_id, 'seat', 'view', now() from project
    where id = $2 and client_account_id = $3`,
    [userId, projectId, accountId],
  )
  return userId
}

/** A client of the portal itself, with whom the place's project was shared. */
const portalClientIn = async ({ server, at, projectId }: ResourceScene) => {
  const { userId } = await at.join('client')
  await portalClientOf(server, at, userId)
  await asOwner(
    server,
    `${grant} select workspace_id, id, $1, null, 'workspace', 'view', now() from project where id = $2`,
    [userId, projectId],
  )
  return userId
}
const grant = `insert into project_grant (workspace_id, project_id, user_id, client_account_id, source, level, created_at)`

const invitationIn = async ({ server, at }: ResourceScene, accountId: string | null) => {
  const id = uuidv7()
  await asOwner(
    server,
    `insert into portal_invitation (id, workspace_id, client_account_id, email, email_normal,
      can_create_projects, project_grants, created_at, created_by, expires_at)
    values ($1, $2, $3, $4, $4, false, '[]', now(), $2, now() + interval '1 day')`,
    [id, at.workspace, accountId, `${id}@example.com`],
  )
  return id
}

/** The name of the workspace's portal, which is open: one for everybody, since a workspace has one. */
const portalOf = ({ workspace, owner }: Scene) => {
  const opening = portals.get(workspace) ?? openPortal(owner)
  portals.set(workspace, opening)
  return opening
}
const portals = new Map<string, Promise<string>>()

const openPortal = async (owner: Scene['owner']) => {
  const picture = { contentBase64: pixelBase64 }
  const draft = { name: 'Test', slug: newSlug(), logo: picture, icon: picture }
  await owner.call(publishWorkspaceBrandKit, { body: { draft, portalEnabled: true } })
  return draft.slug
}

/** The token of an invitation of that person to the portal, which has expired. */
const expiredPortalToken = async (place: ResourceScene) => {
  const { server, at, userId } = place
  const id = await invitationIn(place, null)
  const { token, tokenHash } = newLinkToken()
  await asOwner(
    server,
    `update portal_invitation i set email_normal = u.email_normal, expires_at = now() - interval '1 day' from users u
     where i.id = $1 and u.id = $2`,
    [id, userId],
  )
  await asOwner(server, 'insert into portal_token values ($1, $2, $3)', [tokenHash, at.workspace, id])
  return token
}

const newest = async (server: TestServer, text: string, of: string) => {
  const [row] = await asOwner(server, `${text} order by id desc limit 1`, [of])
  return (row?.id as string | undefined) ?? uuidv7()
}
