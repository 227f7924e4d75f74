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
  const { dollars } = useFormat()
  const saved = useReply(getGrowthSettings)
  const cap = saved.hardCapUsd
  const { spentUsd, heldUsd } = saved.month
  const spent = cap === null ? words.spentNoCap(dollars(spentUsd)) : words.spent(dollars(spentUsd), dollars(cap))
  useTitle(words.title)
  return (
    <GrowthFrame>
      <Head title={words.title} text={isAdministrator ? words.text : words.readOnly} />
      <SettingsForm saved={saved} isAdministrator={isAdministrator}>
        <p>{heldUsd > 0 ? `${spent} ${words.held(dollars(heldUsd))}` : spent}</p>
        {cap === null ? null : <Meter spent={spentUsd} held={heldUsd} cap={cap} />}
      </SettingsForm>
    </GrowthFrame>
  )
}
