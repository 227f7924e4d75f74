import { Type } from 'typebox'
import {
  contract,
  maybe,
  namedObject,
  oneOf,
  operation,
  recordedElsewhere,
} from '../../../../platform/contract/index.ts'
import { Id } from '../../../../platform/contract/schema.ts'
import { ofOneself } from './sign-in/shapes.ts'

const theme = maybe(oneOf(['light', 'dark']))
const density = maybe(oneOf(['normal', 'compact']))
const language = maybe(oneOf(['en', 'de']))
const singleKeys = Type.Boolean({
  description: 'Whether single letters act as shortcuts while no field has the focus.',
})

const DismissedFailure = namedObject('DismissedFailure', {
  cycleId: Id,
  failedAt: Type.String({
    format: 'date-time',
    maxLength: 30,
    description: 'When the cycle failed. A later failure of it waits again',
  }),
})

export const Preferences = namedObject('Preferences', {
  theme,
  density,
  language,
  singleKeys,
  dismissedFailures: Type.Array(DismissedFailure, {
    description: 'Failed cycles that you have dismissed from your home page, the newest last, at most 200',
  }),
})
const UpdatePreferences = namedObject('UpdatePreferences', {
  theme: Type.Optional(theme),
  density: Type.Optional(density),
  language: Type.Optional(language),
  singleKeys: Type.Optional(singleKeys),
  dismissFailure: Type.Optional(
    Type.Object(DismissedFailure.properties, { description: 'Hides this failed cycle on your home page' }),
  ),
  restoreFailure: Type.Optional(
    Type.Object(DismissedFailure.properties, { description: 'Shows this failed cycle on your home page again' }),
  ),
})

export const getMyPreferences = operation({
  ...ofOneself,
  method: 'GET',
  path: '/v1/api/me/preferences',
  summary: 'Read your console preferences',
  reach: { page: '/settings/you' },
  replies: { 200: Preferences },
  audit: { refusals: 'user.preferences_get' },
})

export const updateMyPreferences = operation({
  ...ofOneself,
  method: 'PATCH',
  path: '/v1/api/me/preferences',
  summary: 'Update your console preferences. Omitted fields stay as they are',
  reach: { page: '/settings/you' },
  replay: false,
  body: UpdatePreferences,
  replies: { 200: Preferences },
  audit: { ...recordedElsewhere('user.preferences_update'), refusals: 'user.preferences_update' },
})

export const preferences = contract({ getMyPreferences, updateMyPreferences })
