/** What is below the table: a drawing beside this file, a picture of the product by the beginning of its name, or the top of a screen. */
interface SheetFigure {
  title: string
  is: 'drawing' | 'picture' | 'screen'
  name: string
}

export interface Sheet {
  /** Its file, without the extension. */
  name: string
  figure: SheetFigure
  figures: readonly { value: string; unit: string; label: string }[]
  note: string
}

const dimensions = '外形尺寸 <small>单位：mm</small>'

/** What a data sheet shows beyond its product's record, by the product. */
export const sheets: Readonly<Record<string, Sheet>> = {
  'zhgd-tower-crane': {
    name: 'tower-crane-monitor',
    figure: { title: dimensions, is: 'drawing', name: 'tower-crane-monitor.svg' },
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
    figure: { title: dimensions, is: 'drawing', name: 'dust-noise-monitor.svg' },
    figures: [
      { value: '7', unit: '项', label: '颗粒物、噪声与气象' },
      { value: '1', unit: '分钟', label: '一组数据' },
      { value: '4', unit: '路', label: '联动输出，可扩至16路' },
      { value: '960', unit: 'mm', label: '方形全彩显示屏' },
    ],
    note: '混凝土基础由总包按基础图浇筑，预埋件随货提供。',
  },
  'zhgd-real-name-gate': {
    name: 'real-name-gate',
    figure: { title: '考勤界面', is: 'screen', name: 'zhgd-real-name-gate-attendance' },
    figures: [
      { value: '0.3', unit: 's', label: '识别时间，不超过' },
      { value: '25～35', unit: '人/min', label: '单通道通行速度' },
      { value: '2', unit: '万人', label: '人脸库，可扩至5万人' },
      { value: '2', unit: 'h', label: '断电续航' },
    ],
    note: '界面中的姓名和工号为示例。每150人建议配置一条通道。',
  },
  'zhgd-smart-helmet': {
    name: 'smart-helmet',
    figure: { title: dimensions, is: 'picture', name: 'zhgd-smart-helmet-dimensions' },
    figures: [
      { value: '480', unit: 'g', label: '整机质量，含电池' },
      { value: '4', unit: 'h', label: '连续视频' },
      { value: '2.5', unit: 'm', label: '室外定位误差' },
      { value: 'IP66', unit: '', label: '防护等级' },
    ],
    note: '帽壳按有效期更换，电子模组可拆下继续使用。',
  },
  'zhgd-cloud-platform': {
    name: 'cloud-platform',
    figure: { title: '平台界面', is: 'screen', name: 'zhgd-cloud-platform-overview' },
    figures: [
      { value: '500', unit: '台', label: '单项目接入设备' },
      { value: '3', unit: 's', label: '告警到达，不超过' },
      { value: '3', unit: '年', label: '监测数据保存，不少于' },
      { value: '200', unit: '个', label: '并发在线用户' },
    ],
    note: '界面中的项目和数据为示例。已对接的监管平台见网站上的产品页。',
  },
  'cpxt-floor-troweling': {
    name: 'floor-troweling-robot',
    figure: { title: dimensions, is: 'picture', name: 'cpxt-floor-troweling-dimensions' },
    figures: [
      { value: '200', unit: 'm²/h', label: '作业效率，最高' },
      { value: '3', unit: 'mm', label: '2m靠尺平整度，不大于' },
      { value: '4', unit: 'h', label: '续航，电池快换' },
      { value: '175', unit: 'kg', label: '整机，可拆成三件' },
    ],
    note: '平整度配合整平工序。也可按平方米租用，由两名机手随机进场。',
  },
}
