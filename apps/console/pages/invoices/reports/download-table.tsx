import Download from 'lucide-react/icons/download'
import type { Input } from '../../../../../platform/client/index.ts'
import type { Operation } from '../../../../../platform/contract/operation.ts'
import { Button } from '../../../parts/button.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useDownload } from '../../../parts/use-download.ts'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { useMoneyWords } from '../../../words/money/index.ts'

interface SaveTableProps<Op extends Operation> {
  readonly operation: Op
  readonly input: Input<Op>
  readonly name: string
}

/** Saves the rows of a page as a table. */
export const SaveTable = <Op extends Operation>({ operation, input, name }: SaveTableProps<Op>) => {
  const words = useSettingWords().exports
  const { codes } = useMoneyWords()
  const table = useDownload(operation, { name, type: 'text/csv' })
  return (
    <div className="save-table">
      <Button icon={Download} isPending={table.isPending} onClick={() => table.mutate(input)}>
        {words.table}
      </Button>
      <Refusal error={table.error} codes={codes} />
    </div>
  )
}
