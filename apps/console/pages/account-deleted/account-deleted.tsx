import { Heading } from '../../parts/text/heading.tsx'
import { useTitle } from '../../parts/page.tsx'
import { AlonePage } from '../../shell/alone-page.tsx'
import { useSettingsWords } from '../../words/settings/index.ts'

/** Shown to a person who deleted their account. */
export default function AccountDeletedPage() {
  const words = useSettingsWords().data
  useTitle(words.gone)
  return (
    <AlonePage>
      <div>
        <Heading>{words.gone}</Heading>
        <p>{words.goneText}</p>
      </div>
    </AlonePage>
  )
}
