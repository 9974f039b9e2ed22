/** Dumps of the three systems in the dialects of the programs that write them. */

export interface DumpTable {
  name: string
  columns: readonly string[]
  rows: readonly (readonly (string | number | null)[])[]
}

const escaped = (text: string): string =>
  text.replace(/[\\'"\n\r\0]/g, (sign) => `\\${{ '\n': 'n', '\r': 'r', '\0': '0' }[sign] ?? sign}`)
const value = (each: string | number | null, write: (text: string) => string): string => {
  if (each === null) return 'NULL'
  return typeof each === 'number' ? String(each) : `'${write(each)}'`
}
const createTable = ({ name, columns }: DumpTable): string =>
  `DROP TABLE IF EXISTS \`${name}\`;\nCREATE TABLE \`${name}\` (\n${columns
    .map((column) => `  \`${column}\` varchar(255) DEFAULT '' COMMENT '含(,;)的''说明'`)
    .join(
      ',\n',
    )},\n  PRIMARY KEY (\`${columns[0]}\`),\n  KEY \`k\` (\`${columns[0]}\`) USING BTREE\n) ENGINE=MyISAM DEFAULT CHARSET=utf8;\n`
const rowsOf = (table: DumpTable, write = escaped): string[] =>
  table.rows.map((row) => `(${row.map((each) => value(each, write)).join(',')})`)

/** Many rows in one line. */
export const mysqldump = (...tables: DumpTable[]): string =>
  `-- MySQL dump 10.13  Distrib 5.7.44\n--\n/*!40101 SET NAMES utf8mb4 */;\n${tables
    .map(
      (table) => `${createTable(table)}LOCK TABLES \`${table.name}\` WRITE;
/*!40000 ALTER TABLE \`${table.name}\` DISABLE KEYS */;\nINSERT INTO \`${table.name}\` VALUES ${rowsOf(table)};\nUNLOCK TABLES;\n`,
    )
    .join('')}-- Dump completed on 2024-01-01\n`

/** The columns stand with the rows, which have lines of their own; quotation marks are doubled. */
export const phpMyAdmin = (...tables: DumpTable[]): string =>
  `-- phpMyAdmin SQL Dump\nSET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\n${tables
    .map((table) => {
      const doubled = (text: string): string => escaped(text).replace(/\\'/g, "''")
      const names = table.columns.map((name) => `\`${name}\``).join(', ')
      return `${createTable(table)}\n--\n-- 转存表中的数据 \`${table.name}\`\n--\nINSERT INTO \`${table.name}\` (${names}) VALUES\n${rowsOf(table, doubled).join(',\n')};\n`
    })
    .join('')}ALTER TABLE \`x\` ADD KEY \`y\` (\`z\`);\nCOMMIT;\n`

/** A statement for each row, and everything in quotation marks; line feeds of a text are as they are. */
export const ownBackup = (...tables: DumpTable[]): string =>
  `-- Online Database Management SQL Dump\nSET FOREIGN_KEY_CHECKS = 0;\n${tables
    .map((table) => {
      const slashes = (text: string): string => text.replace(/[\\'"]/g, '\\$&')
      const quoted = table.rows.map((row) => row.map((each) => `'${slashes(String(each ?? ''))}'`).join(', '))
      return `${createTable(table)}${quoted.map((row) => `INSERT INTO \`${table.name}\` VALUES (${row});\n`).join('')}`
    })
    .join('')}`

export const bodyText = `<p class="a">他说：'it's' \\ 100%; -- /* */ INSERT INTO \`ay_content\` VALUES (1);\n(二)，三</p>`

export const pbootTables = (prefix = 'ay_'): DumpTable[] => [
  { name: `${prefix}user`, columns: ['id', 'password'], rows: [[1, 'secret-of-the-old-site']] },
  {
    name: `${prefix}content_sort`,
    columns: ['id', 'acode', 'mcode', 'pcode', 'scode', 'name', 'filename', 'status'],
    rows: [
      [1, 'cn', '2', '0', '2', '公司动态', 'news', '1'],
      [2, 'cn', '3', '0', '3', '水泵', 'pump', '1'],
    ],
  },
  {
    name: `${prefix}model`,
    columns: ['id', 'mcode', 'name', 'type', 'urlname'],
    rows: [[1, '2', '新闻', '2', 'list']],
  },
  {
    name: `${prefix}extfield`,
    columns: ['name', 'description'],
    rows: [
      ['ext_model', '规格型号'],
      ['ext_flow', '流量'],
    ],
  },
  {
    name: `${prefix}content`,
    columns: ['id', 'scode', 'title', 'date', 'content', 'sorting', 'status', 'istop', 'description'],
    rows: [
      [1, '2', "新闻's", '2024-05-06 00:00:00', bodyText, 255, '1', '0', null],
      [2, '3', '管道泵', '2024-05-07 00:00:00', '&lt;p&gt;扬程&lt;/p&gt;', 255, '1', '0', ''],
    ],
  },
  {
    name: `${prefix}content_ext`,
    columns: ['extid', 'contentid', 'ext_model', 'ext_flow'],
    rows: [[1, 2, 'DN50', '20 吨']],
  },
]

export const dedeTables = (): DumpTable[] => [
  {
    name: 'dede_arctype',
    columns: ['id', 'reid', 'typename', 'typedir', 'ispart', 'namerule', 'ishidden', 'content', 'channeltype'],
    rows: [
      [1, 0, '产品中心', '{cmspath}/a/cp', 0, '{typedir}/{Y}/{M}{D}/{aid}.html', 0, '', 1],
      [2, 1, '阀门', '{cmspath}/a/cp/fm', 0, '', 0, '', 17],
      [3, 0, '新闻', '{cmspath}/a/xw', 0, '', 0, '', 1],
      [4, 0, '公司简介', '{cmspath}/a/jj', 1, '', 0, '<p>简介</p>', 1],
      [5, 0, '水泵', '{cmspath}/a/sb', 1, '', 0, '', 17],
      [6, 5, '离心泵', '{cmspath}/a/sb/lx', 0, '', 0, '', 17],
      [7, 2, '进口', '{cmspath}/a/cp/fm/jk', 0, '', 0, '', 1],
    ],
  },
  {
    name: 'dede_channeltype',
    columns: ['id', 'nid', 'typename', 'fieldset'],
    rows: [
      [6, 'shop', '商品', '<field:price itemname="市场价" /><field:trueprice itemname="优惠价" />'],
      [
        17,
        'product',
        '自定义',
        '<field:xinghao itemname="型号" type="text"></field:xinghao><field:koujing itemname="口径" type="text" />',
      ],
    ],
  },
  {
    name: 'dede_archives',
    columns: [
      'id',
      'typeid',
      'sortrank',
      'flag',
      'channel',
      'arcrank',
      'title',
      'litpic',
      'pubdate',
      'senddate',
      'description',
      'filename',
    ],
    rows: [
      [11, 2, 1715904000, 'c,p', 17, 0, '球阀 &amp; 闸阀', '/uploads/allimg/1.jpg', 1715904000, 1715904000, '摘要', ''],
      [12, 3, 1715904001, '', 1, -2, '旧闻', '', 1715904000, 1715904000, '', ''],
      [13, 3, 1715904002, 'j', 1, 0, '外链', '', 1715904000, 1715904000, '', 'wl'],
      [15, 6, 1715904004, '', 17, 0, '管道泵', '', 1715904000, 1715904000, '', ''],
      [16, 7, 1715904005, '', 6, 0, '进口阀', '', 1715904000, 1715904000, '', ''],
      [14, 1, 1715904003, '', 2, 0, '图集', '', 1715904000, 1715904000, '', ''],
    ],
  },
  {
    name: 'dede_addonarticle',
    columns: ['aid', 'typeid', 'body', 'redirecturl', 'templet', 'userip'],
    rows: [
      [12, 3, '<p>一</p>#p#第二页#e#<p>二</p>', '', '', ''],
      [13, 3, '', 'https://x.example.com/', '', ''],
    ],
  },
  {
    name: 'dede_addon17',
    columns: ['aid', 'typeid', 'redirecturl', 'templet', 'userip', 'body', 'xinghao', 'koujing'],
    rows: [[11, 2, '', '', '', bodyText, 'Q41F', 'DN80']],
  },
  {
    name: 'dede_addonshop',
    columns: ['aid', 'typeid', 'body', 'price', 'trueprice', 'units', 'redirecturl'],
    rows: [[16, 7, '<p>阀</p>', 120, 98.5, '只', '']],
  },
  {
    name: 'dede_addonimages',
    columns: ['aid', 'typeid', 'imgurls', 'body'],
    rows: [
      [
        14,
        1,
        "{dede:img ddimg='' text='图' width='1' height='1'} /uploads/a.jpg {/dede:img}\r\n{dede:img ddimg=''} /uploads/b.jpg {/dede:img}",
        '',
      ],
    ],
  },
  {
    name: 'dede_sysconfig',
    columns: ['varname', 'value'],
    rows: [
      ['cfg_webname', '阀门厂'],
      ['cfg_beian', '<a href="x">鲁ICP备2号</a>'],
    ],
  },
]

export const eyouTables = (): DumpTable[] => [
  {
    name: 'ey_arctype',
    columns: [
      'id',
      'current_channel',
      'parent_id',
      'typename',
      'dirname',
      'dirpath',
      'is_del',
      'status',
      'is_hidden',
      'lang',
    ],
    rows: [
      [1, 6, 0, '公司简介', 'jianjie', '/jianjie', 0, 1, 0, 'cn'],
      [2, 2, 0, '产品展示', 'chanpin', '/chanpin', 0, 1, 0, 'cn'],
      [3, 2, 2, '水表', 'shuibiao', '/chanpin/shuibiao', 0, 1, 0, 'cn'],
    ],
  },
  {
    name: 'ey_archives',
    columns: [
      'aid',
      'typeid',
      'channel',
      'title',
      'litpic',
      'is_top',
      'users_price',
      'arcrank',
      'status',
      'is_del',
      'sort_order',
      'lang',
      'htmlfilename',
      'add_time',
    ],
    rows: [
      [1, 1, 6, '公司简介', '', 0, '0.00', 0, 1, 0, 100, 'cn', '', 1715904000],
      [2, 3, 2, '远传水表', '/uploads/allimg/1.jpg', 0, '198.00', 0, 1, 0, 100, 'cn', '', 1715904000],
      [3, 3, 2, '删掉的', '', 0, '0.00', 0, 1, 1, 100, 'cn', '', 1715904000],
    ],
  },
  {
    name: 'ey_single_content',
    columns: ['id', 'aid', 'typeid', 'content'],
    rows: [[7, 1, 1, '&lt;p&gt;简介&lt;/p&gt;']],
  },
  {
    name: 'ey_product_content',
    columns: ['id', 'aid', 'content', 'content_ey_m', 'caizhi'],
    rows: [
      [8, 2, '&lt;p&gt;说明&amp;nbsp;&lt;/p&gt;', '', '铜'],
      [9, 3, '', '', ''],
    ],
  },
  { name: 'ey_channelfield', columns: ['id', 'name', 'channel_id', 'title'], rows: [[1, 'caizhi', 2, '材质']] },
  { name: 'ey_shop_product_attribute', columns: ['attr_id', 'attr_name', 'list_id'], rows: [[1, '型号', 1]] },
  { name: 'ey_product_attribute', columns: ['attr_id', 'attr_name', 'typeid'], rows: [[1, '别的', 3]] },
  {
    name: 'ey_shop_product_attr',
    columns: ['product_attr_id', 'aid', 'attr_id', 'attr_value', 'is_custom'],
    rows: [[1, 2, 1, 'A&amp;B', 0]],
  },
  {
    name: 'ey_product_img',
    columns: ['img_id', 'aid', 'image_url', 'sort_order'],
    rows: [
      [1, 2, '/uploads/b.jpg', 2],
      [2, 2, '/uploads/a.jpg', 1],
    ],
  },
  {
    name: 'ey_download_file',
    columns: ['file_id', 'aid', 'file_url', 'file_name'],
    rows: [[1, 2, '/uploads/soft/a.pdf', '说明书.pdf']],
  },
  {
    name: 'ey_config',
    columns: ['id', 'name', 'value', 'lang'],
    rows: [
      [1, 'web_name', '水表厂', 'cn'],
      [2, 'web_recordnum', '鲁ICP备3号', 'cn'],
    ],
  },
]
