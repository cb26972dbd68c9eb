/** A part of a name: in its own script, and in plain Latin letters for ids and addresses. */
export interface NamePart {
  readonly written: string
  readonly plain: string
}

/** The names of one language. */
export interface Naming {
  readonly given: readonly NamePart[]
  readonly family: readonly NamePart[]
  /** Combines the two parts of a name. */
  readonly whole: (given: string, family: string) => string
}

const givenFirst = (given: string, family: string): string => `${given} ${family}`
const familyFirst = (given: string, family: string): string => `${family} ${given}`
const familyFirstInOne = (given: string, family: string): string => family + given

/**
 * Parses parts that are separated by spaces. A part has its plain form after a slash, unless that is the part in lower
 * case.
 */
function parts(text: string): readonly NamePart[] {
  return text
    .trim()
    .split(/\s+/)
    .map((part) => {
      const [written = '', plain = written.toLowerCase()] = part.split('/')
      return { written, plain }
    })
}

const naming = (given: string, family: string, whole = givenFirst): Naming => ({
  given: parts(given),
  family: parts(family),
  whole,
})

/** The names of generated players, in many scripts. Their order decides which players a seed generates. */
export const namings: readonly Naming[] = [
  naming(
    'Alice Amelia Ben Charlotte Daniel Ella Ethan Freya George Grace Harry Isla Jack Lily Logan Mia Noah Olivia Oscar Ruby Samuel Sophie Theo Zoe',
    'Adams Baker Bennett Brooks Carter Clarke Cooper Davies Edwards Fisher Foster Gray Harris Hughes Marsh Murray Palmer Reed Shaw Turner Walsh Ward Webb Wood',
  ),
  naming(
    'Ana Carlos Diego Elena Joaquín/joaquin José/jose Lucía/lucia Luis Marta Mateo Nuria Pablo Raúl/raul Sofía/sofia Valeria Ximena',
    'Álvarez/alvarez Castro Díaz/diaz Fuentes García/garcia Herrera Iglesias Jiménez/jimenez López/lopez Molina Muñoz/munoz Navarro Ortega Peña/pena Romero Vega',
  ),
  naming(
    'Anke Björn/bjoern Clara Emil Finn Greta Hanna Jonas Jörg/joerg Käthe/kaethe Lena Mats Ole Paula Till Wiebke',
    'Bäcker/baecker Brandt Fuchs Graf Hartmann Jäger/jaeger Keller Krüger/krueger Lorenz Möller/moeller Otto Roth Schäfer/schaefer Vogel Weiß/weiss Ziegler',
  ),
  naming(
    'Åsa/asa Astrid Eirik Freja Gunnar Håkon/hakon Ingrid Jens Kaisa Lærke/laerke Mikko Nils Sigrún/sigrun Søren/soren Tuomas Ylva',
    'Berg Dahl Eide Holm Koskinen Lindqvist Lund Mäkelä/makela Nygård/nygard Østby/ostby Rask Solberg Strand Virtanen Vinter Åkesson/akesson',
  ),
  naming(
    'Agnieszka Bartek Ewa Jagoda Kasia Krzysztof Łucja/lucja Łukasz/lukasz Magda Marek Michał/michal Paweł/pawel Piotr Wojciech Zofia Żaneta/zaneta',
    'Bąk/bak Duda Gołąb/golab Kaczmarek Kozioł/koziol Król/krol Lis Mazur Nowak Pająk/pajak Sowa Stępień/stepien Szymczak Wilk Wróbel/wrobel Zając/zajac',
  ),
  naming(
    'Ayşe/ayse Baran Can Çağla/cagla Deniz Elif Emre Gökhan/gokhan İpek/ipek Kerem Melis Onur Selin Şule/sule Umut Zeynep',
    'Aksoy Arslan Bulut Çelik/celik Demir Doğan/dogan Güneş/gunes Kaplan Kaya Koç/koc Öztürk/ozturk Şahin/sahin Tekin Yıldız/yildiz Yılmaz/yilmaz Yüce/yuce',
  ),
  naming(
    'An Bình/binh Chi Dũng/dung Hà/ha Hiếu/hieu Hương/huong Khánh/khanh Lan Linh Minh Ngọc/ngoc Phúc/phuc Quỳnh/quynh Thảo/thao Tuấn/tuan',
    'Bùi/bui Đặng/dang Đỗ/do Dương/duong Hồ/ho Hoàng/hoang Huỳnh/huynh Lê/le Lý/ly Ngô/ngo Nguyễn/nguyen Phạm/pham Phan Trần/tran Võ/vo Vũ/vu',
    familyFirst,
  ),
  naming(
    'Abena Adebayo Amara Chidi Efua Fatou Imani Jabari Kofi Kwame Lindiwe Makena Ngozi Sipho Thabo Zuri',
    'Achebe Adeyemi Asante Banda Boateng Dlamini Diallo Kamau Mensah Moyo Mutua Ndiaye Nkosi Okafor Owusu Traoré/traore',
  ),
  naming(
    'Алексей/alexey Андрей/andrey Богдан/bogdan Виктор/viktor Дмитрий/dmitry Егор/egor Иван/ivan Кирилл/kirill Лев/lev Максим/maxim Никита/nikita Олег/oleg Павел/pavel Роман/roman Степан/stepan Юрий/yury',
    'Беляев/belyaev Волков/volkov Громов/gromov Зайцев/zaytsev Козлов/kozlov Комаров/komarov Лебедев/lebedev Медведев/medvedev Новиков/novikov Орлов/orlov Павлов/pavlov Попов/popov Соколов/sokolov Титов/titov Фёдоров/fyodorov Цветков/tsvetkov',
  ),
  naming(
    'Алина/alina Анна/anna Варвара/varvara Вера/vera Дарья/darya Екатерина/ekaterina Зоя/zoya Ирина/irina Ксения/ksenia Лариса/larisa Мария/maria Надежда/nadezhda Ольга/olga Полина/polina Светлана/svetlana Юлия/yulia',
    'Белова/belova Виноградова/vinogradova Голубева/golubeva Ершова/ershova Журавлёва/zhuravlyova Киселёва/kiselyova Крылова/krylova Кузнецова/kuznetsova Морозова/morozova Никитина/nikitina Петрова/petrova Смирнова/smirnova Сорокина/sorokina Тихонова/tikhonova Филиппова/filippova Яковлева/yakovleva',
  ),
  naming(
    'Андрій/andriy Богдана/bohdana Ганна/hanna Дарина/daryna Зоряна/zoryana Іван/ivan Катерина/kateryna Леся/lesya Любомир/lyubomyr Микола/mykola Назар/nazar Оксана/oksana Остап/ostap Соломія/solomiya Тарас/taras Юлія/yuliya',
    'Бондаренко/bondarenko Гончар/honchar Гуменюк/humenyuk Захарчук/zakharchuk Іваненко/ivanenko Коваль/koval Кравець/kravets Литвин/lytvyn Мельник/melnyk Мороз/moroz Павленко/pavlenko Поліщук/polishchuk Романюк/romanyuk Савчук/savchuk Ткаченко/tkachenko Шевчук/shevchuk',
  ),
  naming(
    'Αλέξανδρος/alexandros Ανδρέας/andreas Γιώργος/giorgos Δημήτρης/dimitris Κώστας/kostas Λευτέρης/lefteris Μάριος/marios Νίκος/nikos Παναγιώτης/panagiotis Πέτρος/petros Σπύρος/spyros Στέλιος/stelios Φώτης/fotis Χρήστος/christos',
    'Αλεξίου/alexiou Αντωνίου/antoniou Βασιλείου/vasileiou Γεωργίου/georgiou Δημητρίου/dimitriou Ιωάννου/ioannou Κωνσταντίνου/konstantinou Μιχαήλ/michail Νικολάου/nikolaou Οικονόμου/oikonomou Παύλου/pavlou Σταύρου/stavrou',
  ),
  naming(
    'Αγγελική/angeliki Αθηνά/athina Βασιλική/vasiliki Δάφνη/dafni Ειρήνη/eirini Ελένη/eleni Ζωή/zoi Καλλιόπη/kalliopi Κατερίνα/katerina Μαρία/maria Ξένια/xenia Σοφία/sofia Φωτεινή/foteini Χριστίνα/christina',
    'Αλεξίου/alexiou Αντωνίου/antoniou Βασιλείου/vasileiou Γεωργίου/georgiou Δημητρίου/dimitriou Ιωάννου/ioannou Κωνσταντίνου/konstantinou Μιχαήλ/michail Νικολάου/nikolaou Οικονόμου/oikonomou Παύλου/pavlou Σταύρου/stavrou',
  ),
  naming(
    'أحمد/ahmad أمل/amal آية/aya خالد/khalid رانيا/rania ريم/reem سامي/sami سلمى/salma طارق/tariq عمر/omar فاطمة/fatima كريم/karim ليلى/layla مريم/maryam نور/nour يوسف/yousef',
    'الأمين/alamin البغدادي/albaghdadi الحداد/alhaddad الخطيب/alkhatib الشامي/alshami الصباغ/alsabbagh العمري/alomari الفارسي/alfarsi القاسم/alqasim المصري/almasri النجار/alnajjar الهاشمي/alhashimi حسن/hassan سليمان/sulaiman منصور/mansour يعقوب/yaqoub',
  ),
  naming(
    'אבי/avi אורי/uri איתן/eitan אלה/ela גלעד/gilad דנה/dana הדס/hadas טל/tal יעל/yael מאיה/maya נועה/noa עומר/omer רוני/roni שירה/shira תומר/tomer תמר/tamar',
    'אדלר/adler אלון/alon בן-דוד/ben-david ברק/barak גולן/golan דגן/dagan הראל/harel כהן/cohen לוי/levi מזרחי/mizrahi נבון/navon פרץ/peretz רוזן/rosen שגיא/sagi שלום/shalom שפירא/shapira',
  ),
  naming(
    'अंजलि/anjali अमित/amit आरव/aarav ईशा/isha कबीर/kabir काव्या/kavya तनवी/tanvi दीपक/deepak नेहा/neha प्रिया/priya मीरा/meera राहुल/rahul रोहन/rohan विक्रम/vikram सीमा/seema हर्ष/harsh',
    'अग्रवाल/agarwal कपूर/kapoor कुमार/kumar गुप्ता/gupta चौधरी/chaudhary जोशी/joshi नायर/nair पटेल/patel भट्ट/bhatt मिश्रा/mishra मेहता/mehta यादव/yadav वर्मा/verma शर्मा/sharma सिंह/singh त्रिपाठी/tripathi',
  ),
  naming(
    '伟/wei 俊杰/junjie 俊熙/junxi 嘉怡/jiayi 子涵/zihan 宇航/yuhang 思远/siyuan 志强/zhiqiang 文博/wenbo 晓梅/xiaomei 欣妍/xinyan 浩然/haoran 雨桐/yutong 静/jing 雪/xue 丽华/lihua',
    '王/wang 李/li 张/zhang 刘/liu 陈/chen 杨/yang 赵/zhao 黄/huang 周/zhou 吴/wu 徐/xu 孙/sun 胡/hu 朱/zhu 高/gao 林/lin',
    familyFirstInOne,
  ),
  naming(
    '葵/aoi 陽菜/hina 結衣/yui 美咲/misaki 桜/sakura 凛/rin 千尋/chihiro 舞/mai 蓮/ren 陽翔/haruto 大輝/daiki 翔太/shota 健/ken 悠真/yuma 拓海/takumi 涼/ryo',
    '佐藤/sato 鈴木/suzuki 高橋/takahashi 田中/tanaka 渡辺/watanabe 伊藤/ito 山本/yamamoto 中村/nakamura 小林/kobayashi 加藤/kato 吉田/yoshida 山田/yamada 松本/matsumoto 井上/inoue 木村/kimura 清水/shimizu',
    familyFirst,
  ),
  naming(
    '민준/minjun 서연/seoyeon 지훈/jihun 하은/haeun 도윤/doyun 수빈/subin 예준/yejun 지우/jiwoo 현우/hyunwoo 다은/daeun 유진/yujin 성민/seongmin 은지/eunji 태현/taehyun 소영/soyoung 재호/jaeho',
    '김/kim 이/lee 박/park 최/choi 정/jung 강/kang 조/cho 윤/yoon 장/jang 임/lim 한/han 오/oh 서/seo 신/shin 권/kwon 황/hwang',
    familyFirstInOne,
  ),
]
