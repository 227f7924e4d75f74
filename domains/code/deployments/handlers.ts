import { v7 as uuidv7, validate } from 'uuid'
import { reaches } from '../../../platform/access/index.ts'
import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { newLinkToken } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import { lockProject, shownTo } from '../projects/index.ts'
import { primaryRepository, repositoriesOf, type RepositoryRow } from '../repository-records/index.ts'
import { beginDeployment, newLabel } from './begin.ts'
import * as contract from './contract.ts'
import type { DeploymentPicture } from './contract.ts'
import type { DeploymentParts } from './parts.ts'
import { deploymentSubject, presentDeployment, presentDomain, presentAccepted } from './present.ts'
import { entrancePath } from './resolve.ts'
import { domainFaults, normalDomain } from './rules-domains.ts'
import { shareExpiry, sharesMost, levelFor, repositoryMeant, rollbackFault, expiryOf } from './rules.ts'
import { findDomain, putDomain, removeDomain } from './store-domains.ts'
import { placeOfDomain, placeOfLabel } from './store-hosts.ts'
import { logAfter } from './store-log.ts'
import { findPicture, picturedBefore, picturesOf } from './store-pictures.ts'
import { countShares, insertShare, removeShare, sharePage } from './store-shares.ts'
import { findDeployment, productionLabel, deploymentPage, lockDeployment, hostFor, extendPreview } from './store.ts'
import type { DeploymentPictureRow, DeploymentRow } from './tables.ts'

const presentPictures = async (tx: Transaction, { id, commitSha }: DeploymentRow) => ({
  deploymentId: id,
  commitSha,
  pictures: (await picturesOf(tx, { deploymentId: id })).map(presentPicture),
})

const presentPicture = (row: DeploymentPictureRow): Static<typeof DeploymentPicture> => {
  const { id, path, form, width, height, httpStatus, takenAt } = row
  return { id, path, form, width, height, httpStatus, takenAt }
}

const createPreviewShare = ({ previewSite }: DeploymentParts) =>
  handle(contract.createPreviewShare, async ({ tx, params, body, caller, now, fail, absent, created }) => {
    if (!previewSite.isOn) return fail.switchedOff()
    const row = (await findDeployment(tx, { id: params.id })) ?? absent()
    const { projectId, label } = row
    const project = (await lockProject(tx, projectId)) ?? absent()
    if (project.runtime.previews?.shareLinks !== true) return fail.notAllowed()
    if (row.status !== 'live' || row.undecided) return fail.notServed()
    if ((await countShares(tx, label, now)) >= sharesMost) return fail.tooMany()
    const { token, tokenHash } = newLinkToken()
    const share = await insertShare(tx, {
      id: uuidv7(),
      projectId,
      label,
      tokenHash,
      note: body.note ?? null,
      createdBy: caller.userId,
      createdAt: now,
      expiresAt: shareExpiry(now, body.days),
    })
    const url = `${previewSite.urlOf(label)}${entrancePath}?share=${token}`
    return created(
      { ...share, url },
      deploymentSubject(row, { shareId: share.id, expiresAt: share.expiresAt.toISOString() }),
    )
  })

const deletePreviewShare = handle(contract.deletePreviewShare, async ({ tx, params: { id, shareId }, absent, ok }) => {
  const row = (await findDeployment(tx, { id })) ?? absent()
  const removed = validate(shareId) ? await removeShare(tx, { id: shareId, projectId: row.projectId }) : undefined
  if (!removed) return absent()
  return ok({ deleted: true }, deploymentSubject(row, { shareId }))
})

/** Returns whether a host is served, without a session: any visitor could find this out by opening the domain. */
const getCertificatePermission = ({ database, previewSite }: DeploymentParts & { readonly database: Database }) =>
  handle(contract.getCertificatePermission, async ({ query, fail, ok }) => {
    const domain = query.domain.toLowerCase().replace(/\.$/, '')
    const label = previewSite.labelOf(domain)
    const place = await database.identity((tx) =>
      label === undefined ? placeOfDomain(tx, { domain }) : placeOfLabel(tx, { label }),
    )
    return place && previewSite.isOn ? ok({ domain }) : fail.notServed()
  })

const getDeployment = ({ previewSite }: DeploymentParts) =>
  handle(contract.getDeployment, async ({ tx, params, caller, absent, ok }) =>
    ok(presentDeployment(previewSite, (await findDeployment(tx, { id: params.id })) ?? absent(), caller.role)),
  )

const getDeploymentLog = handle(contract.getDeploymentLog, async ({ tx, params, query, ok }) => {
  const { text, last, isTruncated } = await logAfter(tx, params.id, Number(query.after ?? 0))
  return ok({ text, next: last === undefined ? null : String(last), isTruncated })
})

const getDeploymentPicture = ({ objects }: { readonly objects: ObjectStore }) =>
  handle(contract.getDeploymentPicture, async ({ read, params, absent, ok }) => {
    const found = await read(async (tx) => {
      const row = await findDeployment(tx, { id: params.id })
      const picture = row && (await findPicture(tx, { id: params.pictureId, deploymentId: row.id }))
      return picture && { row, picture }
    })
    if (!found) return absent()
    const opened = (await objects.open(pictureKey(found.row, found.picture.place))) ?? absent()
    return ok(opened.content)
  })

const getProductionDomain = ({ previewSite }: DeploymentParts) =>
  handle(contract.getProductionDomain, async ({ tx, params: { projectId }, ok }) => {
    const row = await findDomain(tx, { projectId })
    return ok(presentDomain(previewSite, projectId, row, await productionLabel(tx, projectId)))
  })

const listDeploymentPictures = handle(contract.listDeploymentPictures, async ({ tx, params, absent, ok }) => {
  const row = (await findDeployment(tx, { id: params.id })) ?? absent()
  const before = await picturedBefore(tx, row)
  return ok({
    ...(await presentPictures(tx, row)),
    state: row.picturesState,
    before: before ? { ...(await presentPictures(tx, before)), createdAt: before.createdAt } : null,
  })
})

const listDeployments = ({ previewSite }: DeploymentParts) =>
  handle(contract.listDeployments, async ({ tx, caller, query, previous, ok }) => {
    const { projectId, kind, cycleId, cursor, limit = pageMost } = query
    if (cycleId !== undefined && !validate(cycleId)) return ok([])
    const page = await deploymentPage(tx, cursorOf(cursor), limit, { projectId, kind, cycleId, ...shownTo(caller) })
    previous(page.previous, page.count)
    return ok(page.rows.map((row) => presentDeployment(previewSite, row, caller.role)))
  })

const listPreviewShares = handle(contract.listPreviewShares, async ({ tx, params, query, now, next, absent, ok }) => {
  const { label } = (await findDeployment(tx, { id: params.id })) ?? absent()
  const { cursor, limit = pageMost } = query
  const page = await sharePage(tx, label, now, cursorOf(cursor), limit)
  next(page.next)
  return ok(page.rows)
})

const openDeployment = ({ previewSite }: DeploymentParts) =>
  handle(contract.openDeployment, async ({ tx, params, caller, workspace, now, fail, absent, ok }) => {
    const { isOn, tokens, urlOf } = previewSite
    if (!isOn) return fail.switchedOff()
    const row = (await findDeployment(tx, { id: params.id })) ?? absent()
    if (row.status !== 'live' || row.undecided) return fail.notServed()
    const { label, projectId } = row
    const visitor = { workspaceId: workspace, projectId, userId: caller.userId, label }
    const signed = tokens.sign('link', visitor, now) ?? fail.noKey()
    const url = `${urlOf(label)}${entrancePath}?token=${signed.token}`
    return ok({ url, expiresAt: signed.expiresAt }, deploymentSubject(row))
  })

const redeployProjectPreview = ({ engine, previewSite }: DeploymentParts) =>
  handle(contract.redeployProjectPreview, async ({ tx, body, caller, level, now, fail, absent, accepted }) => {
    const { projectId, kind = 'project', minInstances = 0, repoId } = body
    if (!level || !reaches(level, levelFor(body))) return fail.needsManage()
    const project = (await lockProject(tx, projectId)) ?? absent()
    const listed = await repositoriesOf(tx, { projectIds: [projectId] })
    const own = await ownHistory(tx, projectId, listed)
    const choices = own ? [own, ...listed] : listed
    const named =
      repoId === undefined ? undefined : (choices.find(({ id }) => id === repoId.toLowerCase()) ?? absent('repository'))
    if (!previewSite.isOn) return fail.switchedOff()
    if (project.archivedAt) return fail.archived()
    const meant = named ?? repositoryMeant(listed, own) ?? absent('repository')
    if (meant === 'ambiguous') return fail.ambiguous({ repos: choices.map(choice) })
    const head = { projectId, repositoryId: meant.id, kind, cycleId: null, commitSha: null, minInstances }
    const row = await beginDeployment(tx, engine, { ...head, createdBy: caller.userId, now })
    return accepted(presentAccepted(previewSite, row), deploymentSubject(row, { minInstances, repoId: meant.id }))
  })

/** The project's first history, if it is the primary repository and on no list. */
const ownHistory = async (tx: Transaction, projectId: string, listed: readonly RepositoryRow[]) => {
  const primary = await primaryRepository(tx, projectId)
  return listed.some(({ id }) => id === primary?.id) ? undefined : primary
}

const choice = ({ id, fullName, label }: RepositoryRow) => ({
  id,
  fullName,
  // The history that a project began with has neither, and is on no list.
  label: label ?? (fullName === null ? 'The project’s own history' : null),
})

const rollbackDeployment = ({ engine, previewSite }: DeploymentParts) =>
  handle(contract.rollbackDeployment, async ({ tx, params, caller, now, fail, absent, accepted }) => {
    if (!previewSite.isOn) return fail.switchedOff()
    const { projectId } = (await findDeployment(tx, { id: params.id })) ?? absent()
    if (!(await lockProject(tx, projectId))) return absent()
    const kept = (await lockDeployment(tx, { id: params.id })) ?? absent()
    const fault = rollbackFault({ ...kept, hasBuild: kept.build !== null })
    if (fault === 'serves_already') return fail.serves()
    if (fault === 'not_served_before' || kept.liveAt === null) return fail.neverServed()
    if (fault === 'build_removed') return fail.buildRemoved()
    const { repositoryId, kind, cycleId, commitSha, minInstances } = kept
    const again = { projectId, repositoryId, kind, cycleId, commitSha, minInstances, kept }
    const row = await beginDeployment(tx, engine, { ...again, createdBy: caller.userId, now })
    return accepted(presentAccepted(previewSite, row), deploymentSubject(row, { rollbackOf: kept.id }))
  })

/** Lets several projects ask for the same domain: only its DNS decides which of them serves it. */
const setProductionCustomDomain = ({ previewSite }: DeploymentParts) =>
  handle(contract.setProductionCustomDomain, async ({ tx, body, caller, now, invalid, absent, ok }) => {
    const { projectId } = body
    const domain = body.domain === null ? null : normalDomain(body.domain)
    const faults = domain === null ? [] : domainFaults(domain, previewSite.ownHosts())
    if (faults.length > 0) return invalid(faults)
    if (!(await lockProject(tx, projectId))) return absent()
    const isChanged = domain
      ? await putDomain(tx, { projectId, domain, proof: newLinkToken().token, setBy: caller.userId, setAt: now })
      : await removeDomain(tx, { projectId })
    const label = (await productionLabel(tx, projectId)) ?? (domain ? await firstLabel(tx, projectId, now) : undefined)
    return ok(presentDomain(previewSite, projectId, await findDomain(tx, { projectId }), label), {
      resource: ['project', projectId],
      within: { projectId },
      metadata: { projectId, domain: domain ?? null },
      ...(!isChanged && { repeated: true }),
    })
  })

/** The host that production gets with its first deployment, so that DNS can name it before. */
const firstLabel = async (tx: Transaction, projectId: string, now: Date): Promise<string | undefined> => {
  const repository = await primaryRepository(tx, projectId)
  if (!repository) return undefined
  return hostFor(tx, { projectId, repositoryId: repository.id, kind: 'production', cycleId: null }, newLabel(), now)
}

const touchDeployment = handle(contract.touchDeployment, async ({ tx, params, now, absent, ok }) => {
  const extended = await extendPreview(tx, { id: params.id, expiresAt: expiryOf('cycle-preview', now)! })
  const row = extended ?? (await findDeployment(tx, { id: params.id })) ?? absent()
  return ok(
    { id: row.id, extended: extended !== undefined, expiresAt: row.expiresAt },
    { ...deploymentSubject(row), ...(!extended && { repeated: true }) },
  )
})

export default (parts: DeploymentParts & { readonly database: Database; readonly objects: ObjectStore }) => ({
  listDeployments: listDeployments(parts),
  redeployProjectPreview: redeployProjectPreview(parts),
  getDeployment: getDeployment(parts),
  touchDeployment,
  setProductionCustomDomain: setProductionCustomDomain(parts),
  getProductionDomain: getProductionDomain(parts),
  getCertificatePermission: getCertificatePermission(parts),
  openDeployment: openDeployment(parts),
  rollbackDeployment: rollbackDeployment(parts),
  getDeploymentLog,
  listDeploymentPictures,
  getDeploymentPicture: getDeploymentPicture(parts),
  createPreviewShare: createPreviewShare(parts),
  listPreviewShares,
  deletePreviewShare,
})

/** The prefix of a project's pictures among the stored objects. */
export const picturesOfProject = (projectId: string): string => `pictures/${projectId}`

export const picturesOfDeployment = (at: { readonly id: string; readonly projectId: string }): string =>
  `${picturesOfProject(at.projectId)}/${at.id}`

/** The key of a picture, by its place: a step that is carried out again writes the same keys. */
export const pictureKey = (at: { readonly id: string; readonly projectId: string }, place: number): string =>
  `${picturesOfDeployment(at)}/${place}`
