/** On which days somebody answers the hotline. Public holidays are not known here. */
export const workingDays = { five: '周一至周五', six: '周一至周六', seven: '每天' } as const
export type WorkingDays = keyof typeof workingDays

/** As staff write it in the settings: `time` is such as 8:30-17:30, `who` such as 周经理. */
export interface Hours {
  days: WorkingDays
  time: string
  who: string
}

/** When somebody answers the hotline, and who; '' where staff have not said it. */
export function hoursText({ days, time, who }: Hours): string {
  const answers = who && `${who}接听`
  if (time === '') return answers
  return [`${workingDays[days]} ${time}`, answers].filter(Boolean).join('，')
}
