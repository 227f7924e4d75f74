import { extractWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { useFormat } from '../../../format.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Section } from '../../../parts/section.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import type { Kit } from './brand-fields.ts'

/** Reads the brand from a page of the agency into the draft. */
export const ReadSection = ({ kit, isChanged }: { readonly kit: Kit; readonly isChanged: boolean }) => {
  const words = useSettingsWords().brand
  const { day } = useFormat()
  const { workspace } = useRole()
  const form = useForm(extractWorkspaceBrandKit, {
    name: `brand-url.${workspace.id}`,
    saved: { url: '' },
    body: ({ url }) => ({ url: /^https?:\/\//i.test(url.trim()) ? url.trim() : `https://${url.trim()}` }),
  })
  return (
    <Section title={words.read} text={words.readText}>
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField
          draft={form}
          field="url"
          label={words.page}
          hint={kit.extraction ? words.lastRead(kit.extraction.url, day(kit.extraction.extractedAt)) : undefined}
          type="url"
          placeholder="https://example.com"
        />
        <FormFoot
          of={form}
          verb={words.readAct}
          pendingText={words.reading}
          variant="outline"
          isDisabled={isChanged || !form.fields.url.trim()}
        >
          {isChanged ? <span className="quiet">{words.saveFirst}</span> : null}
        </FormFoot>
      </Form>
    </Section>
  )
}
