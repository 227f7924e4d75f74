import { getGrowthSettings } from '../../../../domains/growth/settings/contract.ts'
import { prefetch, useReply } from '../../api/use-operation.ts'
import { useFormat } from '../../format.ts'
import { Meter } from '../../parts/feedback/meter.tsx'
import { Head, useTitle } from '../../parts/page.tsx'
import { useGrowthSettingWords } from '../../words/growth-settings/index.ts'
import { useRole } from '../../api/use-role.ts'
import { GrowthFrame } from './growth-frame.tsx'
import { SettingsForm } from './settings-form.tsx'

export const loader = () => prefetch(getGrowthSettings)

export default function GrowthSettingsPage() {
  const words = useGrowthSettingWords()
  const { isAdministrator } = useRole()
  const saved = useReply(getGrowthSettings)
  useTitle(words.title)
  return (
    <GrowthFrame>
      <Head title={words.title} text={isAdministrator ? words.text : words.readOnly} />
      <SettingsForm saved={saved} isAdministrator={isAdministrator}>
        <Spent month={saved.month} cap={saved.hardCapUsd} />
      </SettingsForm>
    </GrowthFrame>
  )
}

interface SpentProps {
  readonly month: { readonly spentUsd: number; readonly heldUsd: number }
  readonly cap: number | null
}

const Spent = ({ month: { spentUsd, heldUsd }, cap }: SpentProps) => {
  const words = useGrowthSettingWords()
  const { dollars } = useFormat()
  const sentences = [
    cap === null ? words.spentNoCap(dollars(spentUsd)) : words.spent(dollars(spentUsd), dollars(cap)),
    ...(heldUsd > 0 ? [words.held(dollars(heldUsd))] : []),
  ]
  return (
    <>
      <p>{sentences.join(' ')}</p>
      {cap === null ? null : <Meter spent={spentUsd} held={heldUsd} cap={cap} />}
    </>
  )
}
