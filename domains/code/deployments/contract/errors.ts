import { Type } from 'typebox'
import { conflict } from '../../../../platform/contract/index.ts'
import { Id, maybe } from '../../../../platform/contract/schema.ts'

export const switchedOff = {
  status: 503,
  code: 'previews_switched_off',
  message: 'Previews are switched off on this instance. The operator can switch them on with ATELIER_PREVIEWS.',
} as const

export const notServed = conflict({
  code: 'deployment_not_served',
  message: 'This deployment is not served. Only a live deployment can be opened.',
})

export const archived = conflict({
  code: 'project_archived',
  message: 'This project is archived and cannot be changed. Unarchive it first.',
})

/** Only this case has `repos`; an archived project answers without it. */
const DeploymentRepoAmbiguous = Type.Object(
  {
    repos: Type.Array(
      Type.Object({
        id: Id,
        fullName: maybe(Type.String({ examples: ['northwind/website'] })),
        label: maybe(Type.String({ examples: ['web'] })),
      }),
    ),
  },
  { title: 'DeploymentRepoAmbiguous' },
)

export const ambiguous = conflict({
  code: 'deployment_repo_ambiguous',
  message: 'This project has several repositories and no primary one. Name the repository to deploy.',
  details: DeploymentRepoAmbiguous,
})
