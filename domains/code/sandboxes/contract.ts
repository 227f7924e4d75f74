import { Type } from 'typebox'
import { contract, operation, toAgencyWho, toThoseWho } from '../../../platform/contract/index.ts'
import { Id, namedObject, Time } from '../../../platform/contract/schema.ts'

export const ProjectDesktopAccess = namedObject('ProjectDesktopAccess', {
  available: Type.Boolean(),
  desktopUrl: Type.Optional(Type.String({ format: 'uri' })),
  reason: Type.Optional(Type.String({ examples: ['This version of Atelier has no desktops.'] })),
})

export const ImageBuild = namedObject('ImageBuild', {
  id: Id,
  status: Type.Enum(['building', 'ready', 'failed']),
  createdAt: Time,
})

export const getProjectDesktop = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/desktop',
  summary: 'Read whether the project has a desktop, and where. Starts and prolongs nothing',
  access: toThoseWho('view', 'project', 'params.id'),
  replies: { 200: ProjectDesktopAccess },
  audit: { refusals: 'desktop.get' },
})

export const startProjectDesktop = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/desktop',
  summary: 'Start the desktop of the project, or learn why there is none',
  access: toThoseWho('steer', 'project', 'params.id'),
  replies: { 200: ProjectDesktopAccess },
  audit: { none: 'This version has no desktop that it could start.', refusals: 'desktop.start' },
})

export const listProjectImageBuilds = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/image-builds',
  summary: 'List the image builds of the project’s sandbox. Empty in this version, which builds no images',
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: Type.Array(ImageBuild) },
  audit: { refusals: 'image_build.list' },
})

export const sandboxes = contract({
  getProjectDesktop,
  startProjectDesktop,
  listProjectImageBuilds,
})
