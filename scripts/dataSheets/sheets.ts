export interface Sheet {
  /** Its file, without the extension. */
  name: string
  /** The drawing of its dimensions, beside this file. */
  drawing: `${string}.svg`
  figures: readonly { value: string; unit: string; label: string }[]
  note: string
}

/** What a data sheet shows beyond its product's record, by the product. */
export const sheets: Readonly<Record<string, Sheet>> = {
  'zhgd-tower-crane': {
    name: 'tower-crane-monitor',
    drawing: 'tower-crane-monitor.svg',
    figures: [
      { value: '±0.1', unit: 'm', label: '幅度、高度误差' },
      { value: '32', unit: '台', label: '群塔组网' },
      { value: '30', unit: '天', label: '断网缓存' },
      { value: 'IP65', unit: '', label: '-30～70℃' },
    ],
    note: '显示主机随附安装支架与航空插头线束。',
  },
  'zhgd-dust-noise': {
    name: 'dust-noise-monitor',
    drawing: 'dust-noise-monitor.svg',
    figures: [
      { value: '7', unit: '项', label: '颗粒物、噪声与气象' },
      { value: '1', unit: '分钟', label: '一组数据' },
      { value: '4', unit: '路', label: '联动输出，可扩至16路' },
      { value: '960', unit: 'mm', label: '方形全彩显示屏' },
    ],
    note: '混凝土基础由总包按基础图浇筑，预埋件随货提供。',
  },
}
