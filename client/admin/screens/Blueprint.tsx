/** The drawing beside the login form: a tower crane, a building and its dimensions. Decorative. */
export function Blueprint() {
  return (
    <div className="blueprint" aria-hidden="true">
      <svg viewBox="60 50 680 830" preserveAspectRatio="xMidYMax meet">
        <g strokeOpacity={0.4} strokeDasharray="6 5">
          <path d={frame} />
          <path d={dimensions} />
        </g>
        <g strokeWidth={1.75}>
          <path d={mast} />
          <path d={jib} />
          <path d="M120 800h600M430 800V470h230v330M430 535h230M430 602h230M430 668h230M430 734h230M507 470v330M584 470v330" />
        </g>
        <g className="live">
          <path d="M560 214v160" />
          <path d="M530 408l30-34 30 34M522 408h76v26h-76zM541 408v26M560 408v26M579 408v26" />
        </g>
        <g strokeOpacity={0.6}>
          <path d="M430 838h230M430 830v16M660 830v16M700 470v330M692 470h16M692 800h16" />
        </g>
      </svg>
      <div className="blueprint-text">
        <p>官网内容，一处管理</p>
        <span>产品 · 新闻 · 轮播图 · 客户线索 · 网站设置</span>
      </div>
    </div>
  )
}

/** Two parallel lines, and the zigzag between them. */
function lattice(from: number, to: number, step: number, at: (along: number, side: 0 | 1) => string): string {
  let path = `M${at(from, 0)}L${at(to, 0)}M${at(from, 1)}L${at(to, 1)}M${at(from, 0)}`
  let side: 0 | 1 = 0
  for (let along = from + step; along <= to; along += step) {
    side = side ? 0 : 1
    path += `L${at(along, side)}`
  }
  return path
}

const mast = `${lattice(190, 800, 30.5, (y, side) => `${side ? 292 : 248} ${y}`)}
M236 190h68M248 190v-30h44v30M270 96l-22 64M270 96l22 64M220 800h100v20H220z`
const jib = `${lattice(292, 704, 25.75, (x, side) => `${x} ${side ? 176 : 204}`)}
M270 96l210 80M270 96l360 80M248 204H92M248 182H92M92 182v22
M292 176v28M270 96L120 182M100 204h56v46h-56zM548 204h24v10h-24z`
/** The unbuilt part of the building, in thin lines. */
const frame = 'M430 470V290h230v180M430 350h230M430 410h230M507 290v180M584 290v180M150 800V640h70v160M150 680h70M150 720h70M150 760h70'
const dimensions = 'M430 800v46M660 800v46M660 470h48M660 800h48M270 60v36M92 60v112M704 60v106M92 68h612M92 62v12M270 62v12M704 62v12'
