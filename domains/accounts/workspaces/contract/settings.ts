import { Type } from 'typebox'
import { conflict, contract, operation, to } from '../../../../platform/contract/index.ts'
import { Id, namedObject, newNameText, text } from '../../../../platform/contract/schema.ts'

const name = newNameText(200, { examples: ['Lovelace & Daughters'] })
const timeZone = text(1, 100, {
  examples: ['Europe/Berlin'],
  description: 'In which its days, weeks and months begin, by its name in the IANA database.',
})
const locale = text(2, 35, {
  examples: ['en-GB'],
  description: 'How dates and numbers are written for people who read its language, as a BCP 47 tag.',
})
const revision = Type.Integer({ minimum: 0, description: 'How often the settings were changed.' })

const WorkspaceSettings = namedObject('WorkspaceSettings', { workspaceId: Id, name, timeZone, locale, revision })

const UpdateWorkspaceSettings = namedObject('UpdateWorkspaceSettings', {
  name: Type.Optional(name),
  timeZone: Type.Optional(timeZone),
  locale: Type.Optional(locale),
  revision: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The revision that this change was made from; a different current revision is refused with 409.',
    }),
  ),
})

export const getWorkspaceSettings = operation({
  method: 'GET',
  path: '/v1/api/workspace/settings',
  summary: 'Read the workspace’s name, time zone and locale',
  reach: 'call',
  access: to('agency'),
  replies: { 200: WorkspaceSettings },
  audit: { refusals: 'workspace.settings_get' },
  reads: { workspace: 'all' },
})

export const updateWorkspaceSettings = operation({
  method: 'PATCH',
  path: '/v1/api/workspace/settings',
  summary: 'Update the workspace’s name, time zone or locale. Omitted fields stay as they are',
  reach: 'call',
  access: to('administrator'),
  body: UpdateWorkspaceSettings,
  replies: { 200: WorkspaceSettings },
  errors: {
    unknownTimeZone: {
      status: 400,
      code: 'unknown_time_zone',
      message: 'There is no such time zone. Write its name in the IANA database, such as Europe/Berlin.',
    },
    unknownLocale: {
      status: 400,
      code: 'unknown_locale',
      message: 'There is no such locale. Write a BCP 47 tag in its usual form, such as en-GB.',
    },
    stale: conflict({
      code: 'workspace_settings_stale',
      message: 'These settings were changed since you read them. Read them again, then make your change.',
    }),
  },
  audit: { action: 'workspace.update', category: 'update', severity: 'notice', event: 'workspace.updated' },
})

export const workspaceSettings = contract({ getWorkspaceSettings, updateWorkspaceSettings })
