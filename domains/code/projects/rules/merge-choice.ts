/** The policies of a change that no other test proves, as three choices of automatic merging. */
export const mergeChoices = {
  others: { shown: 'ask', checked: 'ask', unverified: 'ask' },
  own: { shown: 'merge', checked: 'ask', unverified: 'ask' },
  texts: { shown: 'merge', checked: 'prose', unverified: 'ask' },
} as const

type MergeChoice = keyof typeof mergeChoices
type Policies = Readonly<Record<keyof (typeof mergeChoices)['others'], string>>

export const mergeChoiceNames = Object.keys(mergeChoices) as readonly MergeChoice[]

/** The choices in English, as the command line and the console ask. */
export const mergeChoiceTitles: Readonly<Record<MergeChoice, string>> = {
  others: 'Only what independent tests prove',
  own: 'Also what only the agent’s tests cover',
  texts: 'Also texts and styles without tests',
}

/** The choice with these policies; undefined for custom settings. */
export const mergeChoiceOf = ({ shown, checked, unverified }: Policies): MergeChoice | undefined =>
  mergeChoiceNames.find((name) => {
    const choice = mergeChoices[name]
    return choice.shown === shown && choice.checked === checked && choice.unverified === unverified
  })

interface AskedReason {
  readonly code: string
  readonly kind?: string
}

/** True if a change with these reasons to ask would have merged automatically under a choice. */
export const mergesUnder = (name: MergeChoice, reasons: readonly AskedReason[]): boolean => {
  const { shown, checked } = mergeChoices[name]
  const isShape = ({ code, kind }: AskedReason) => code === 'unseen' && kind === 'shape_changed'
  const isOfTexts = checked === 'prose' && reasons.some(isShape)
  return (
    reasons.length > 0 &&
    reasons.every((reason) => {
      if (reason.code === 'shown') return shown === 'merge'
      return isOfTexts && (isShape(reason) || reason.code === 'checked')
    })
  )
}
