export { openVersions } from './versions.ts'
export { openResolver } from './resolve.ts'
export { findPagePicture } from './store-pictures.ts'
export {
  findShownByToolbar,
  readToolbarToken,
  workspaceOfToolbar,
  type ShownByToolbar,
} from './toolbar/index.ts'
export { openPreviewTokens, type PreviewTokens } from './tokens.ts'
export type { DnsResolver } from './jobs/check-domains.ts'
export { systemDns } from './jobs/system-dns.ts'
export { connectedDomains } from './store-hosts.ts'
export { deployApproved } from './deploy-approved.ts'
export { endPreviewsOfCycle, previewCycle } from './preview-cycle.ts'
export { labelOfCycle } from './store.ts'
export type { CommitBuilder, DeploymentWork, PreviewExecutor, PreviewSite, Versions } from './parts.ts'
