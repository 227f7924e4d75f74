import extractWorkspaceBrandKit, { type ExtractParts } from './operations/extract-workspace-brand-kit.ts'
import getBrandImage from './operations/get-brand-image.ts'
import getPortalIcon from './operations/get-portal-icon.ts'
import getPortalLogo from './operations/get-portal-logo.ts'
import getWorkspaceBrandKit from './operations/get-workspace-brand-kit.ts'
import publishWorkspaceBrandKit from './operations/publish-workspace-brand-kit.ts'
import saveWorkspaceBrandKit from './operations/save-workspace-brand-kit.ts'

export default (parts: ExtractParts) => ({
  extractWorkspaceBrandKit: extractWorkspaceBrandKit(parts),
  getWorkspaceBrandKit,
  saveWorkspaceBrandKit,
  publishWorkspaceBrandKit,
  getBrandImage,
  getPortalLogo,
  getPortalIcon,
})
