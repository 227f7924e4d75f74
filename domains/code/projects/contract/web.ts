import { oneOf } from '../../../../platform/contract/schema.ts'

const webChoices = ['on', 'off', 'crawler'] as const
export type WebChoice = (typeof webChoices)[number]

/** A project's choice about the web. */
export const WebChoiceOf = oneOf(webChoices, {
  description:
    'Whether agents may search and read the web, if the workspace has enabled it; with `crawler` they read pages only through the built-in crawler',
  default: 'on',
})
