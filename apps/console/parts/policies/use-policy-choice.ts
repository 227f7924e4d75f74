import { useMutation } from '@tanstack/react-query'
import { conflictingValue, type PolicyValue, type PolicySetting, type OwnPolicies } from './policy-settings.ts'

export interface PolicyChange {
  readonly setting: PolicySetting
  readonly value: PolicyValue
}

interface PolicyChangeOptions<Now extends OwnPolicies> {
  /** One after the other: each keeps the result of the previous. */
  readonly scope: string
  /** Reads the present values. */
  readonly read: () => Promise<Now>
  /** Sets one policy beside the others as they are now. */
  readonly save: (now: Now, chosen: PolicyChange) => Promise<unknown>
  /** Shows the present state. */
  readonly refresh: () => Promise<unknown>
}

/** A choice, and another person's value since the page was shown. */
interface PolicyConflict extends PolicyChange {
  readonly theirs: PolicyValue
}

/** Sets one policy. The second person sees the first one's value, and chooses again. */
export const usePolicyChoice = <Now extends OwnPolicies>({ scope, read, save, refresh }: PolicyChangeOptions<Now>) => {
  const { mutate, error, data, variables, isPending, reset } = useMutation({
    scope: { id: scope },
    mutationFn: async (chosen: PolicyChange & { readonly seen: PolicyValue }): Promise<PolicyConflict | undefined> => {
      const now = await read()
      const other = conflictingValue(now, chosen)
      if (other) return { setting: chosen.setting, value: chosen.value, ...other }
      await save(now, chosen)
      return undefined
    },
    onSettled: refresh,
  })
  const choose = (setting: PolicySetting, value: PolicyValue) => mutate({ setting, value, seen: setting.said })
  return {
    error,
    /** The value on its way, as if it were set. */
    pending: isPending ? variables : undefined,
    meanwhile: isPending ? undefined : data,
    choose,
    /** Keeps the other person's value. */
    leave: reset,
    /** Sends it again, with the other person's value as known. */
    insist: ({ setting, value, theirs }: PolicyConflict) => mutate({ setting, value, seen: theirs }),
  }
}
