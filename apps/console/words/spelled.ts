const few = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']

/** An English count in words up to twelve, else in digits; `isWithin` a sentence it begins with a small letter. */
export const spelled = (count: number, isWithin = false): string =>
  (isWithin ? few[count]?.toLowerCase() : few[count]) ?? String(count)
