"""Words that mail programs put between a reply and its quote, in many languages.

To support another language, add its words. Order and case do not matter.
"""

from __future__ import annotations

from collections.abc import Mapping

# The first words of lines like "On Monday, Alice wrote:". Such a line may also begin with the date.
OPENERS = (
    "on", "at",                         # English
    "am",                               # German
    "le",                               # French
    "op",                               # Dutch
    "il", "in data", "alle", "nel giorno",  # Italian
    "el",                               # Spanish
    "em", "a", "no dia",                # Portuguese
    "den", "på", "d.",                  # Danish, Norwegian, Swedish
    "dnia", "w dniu",                   # Polish
    "dne", "dňa",                       # Czech, Slovak
    "dana", "dne",                      # Croatian, Slovenian
    "în data de", "pe", "la data de",   # Romanian
    "στις", "την",                      # Greek
    "в", "у",                           # Russian, Ukrainian
    "vào",                              # Vietnamese
    "pada",                             # Indonesian
)  # fmt: skip

# "wrote", in all its forms.
VERBS = (
    "wrote", "writes", "said", "quoting", "zitat von", "citando", "citation de", "citeren", "selon",
    "schrieb", "schrieben", "schriebst", "schreibt", "geschrieben",
    "écrit", "écrivait", "écrivit",
    "schreef", "geschreven", "schrijft",
    "scritto", "scrisse", "scriveva", "scrive",
    "escribió", "escribio", "escrito", "escribiste",
    "escreveu", "escreve",
    "skrev", "skriver", "skrifaði",
    "kirjoitti", "kirjutas",
    "napisał", "napisał(a)", "napisała", "pisze", "napisana przez",
    "napsal", "napsal(a)", "napsala", "napísal", "napísala", "píše",
    "napisao", "napisala", "je napisal", "piše", "je pisala", "je pisal", "je pisao",
    "va escriure", "idatzi du",
    "написал", "написал(а)", "написала", "написав", "пише", "пишет", "писал", "писала", "писа",
    "написа",
    "a scris", "írta", "ezt írta", "rašė", "rakstīja",
    "yazdı", "şunu yazdı", "έγραψε", "đã viết", "menulis",
    "כתב", "كتب", "نوشت", "ने लिखा",
)  # fmt: skip
# "wrote" in languages that put no spaces between words.
VERBS_UNSPACED = ("さんは書きました", "写道", "寫道", "写到", "書きました", "작성", "เขียนว่า")

# The line above a quote that has no quote marks.
ORIGINAL_MESSAGE = (
    "original message", "original appointment", "original mail", "forwarded message",
    "begin forwarded message", "start of forwarded message", "reply message", "message original",
    "ursprüngliche nachricht", "originalnachricht", "original-nachricht", "original nachricht",
    "weitergeleitete nachricht", "anfang der weitergeleiteten nachricht",
    "message d'origine", "message d’origine", "courriel original", "message transféré",
    "début du message réexpédié", "début du message transféré",
    "oorspronkelijk bericht", "oorspronkelijke bericht", "origineel bericht",
    "originele bericht", "doorgestuurd bericht", "begin doorgestuurd bericht",
    "messaggio originale", "messaggio inoltrato", "inizio messaggio inoltrato",
    "mensaje original", "mensaje reenviado", "inicio del mensaje reenviado",
    "mensagem original", "mensagem encaminhada", "início da mensagem reenviada",
    "oprindelig besked", "oprindelig meddelelse", "videresendt besked",
    "opprinnelig melding", "videresendt melding",
    "ursprungligt meddelande", "originalmeddelande", "vidarebefordrat meddelande",
    "alkuperäinen viesti", "välitetty viesti",
    "oryginalna wiadomość", "wiadomość oryginalna", "wiadomość przekazana",
    "původní zpráva", "původní e-mail", "pôvodná správa", "izvorna poruka", "izvirno sporočilo",
    "исходное сообщение", "оригинальное сообщение", "пересланное сообщение",
    "пересылаемое сообщение", "вихідне повідомлення", "переслане повідомлення",
    "mesaj original", "mesajul original", "eredeti üzenet", "orijinal mesaj", "özgün ileti",
    "αρχικό μήνυμα", "thư gốc", "pesan asli",
    "原始邮件", "原始郵件", "原邮件", "转发邮件信息", "元のメッセージ", "원본 메시지", "원본 메일",
    "translated message", "übersetzte nachricht", "message traduit", "vertaald bericht",
    "messaggio tradotto",
    # As Apple begins forwarded mail.
    "inizio del messaggio inoltrato", "comienzo del mensaje reenviado",
    "início da mensagem encaminhada", "inici del missatge reenviat",
    "begin van doorgestuurd bericht", "vidarebefordrat brev", "start på videresendt besked",
    "välitetty viesti alkaa", "alku välitetylle viestille",
    "początek przekazywanej wiadomości", "začátek přeposílané zprávy",
    "začiatok preposlanej správy", "továbbított levél kezdete", "továbbított üzenet kezdete",
    "începutul mesajului redirecționat", "započni proslijeđenu poruku",
    "αρχή προωθημένου μηνύματος", "начало переадресованного сообщения",
    "початок листа, що пересилається", "iletilen ileti başlangıcı", "iletilmiş mesajın başlangıcı",
    "mulai pesan yang diteruskan", "bắt đầu chuyển tiếp thư", "เริ่มข้อความที่ส่งต่อ",
    "转发的邮件", "以下是转发的邮件", "开始转发的邮件", "開始轉寄郵件", "転送されたメッセージ",
    "전달된 메시지 시작",
)  # fmt: skip

# The header lines above an unmarked quote, by their meaning.
LABELS: Mapping[str, tuple[str, ...]] = {
    "author": (
        "from", "von", "de", "van", "da", "fra", "från", "lähettäjä", "od", "от", "от кого", "від",
        "kimden", "gönderen", "feladó", "από", "expéditeur", "remitente", "remetente", "mittente",
        "afzender", "absender", "从", "发件人", "寄件者", "差出人", "보낸 사람", "보낸사람",
    ),
    "date": (
        "sent", "date", "gesendet", "datum", "envoyé", "envoyé le", "verzonden", "inviato",
        "inviato il", "data", "enviado", "enviado el", "enviada em", "enviado em", "fecha", "sendt",
        "dato", "skickat", "lähetetty", "päivämäärä", "wysłano", "odesláno", "dátum", "odoslané",
        "отправлено", "дата", "надіслано", "gönderilme", "tarih", "elküldve", "trimis",
        "message du", "发送时间", "日期", "寄件日期", "送信日時", "日付", "보낸 날짜", "날짜",
    ),
    "recipient": (
        "to", "an", "à", "a", "aan", "para", "til", "till", "vastaanottaja", "do", "komu", "кому",
        "kime", "címzett", "către", "προς", "destinataire", "destinatario", "destinatário",
        "收件人", "收件者", "宛先", "받는 사람", "받는사람",
    ),
    "subject": (
        "subject", "betreff", "objet", "sujet", "onderwerp", "oggetto", "asunto", "assunto", "emne",
        "ämne", "aihe", "temat", "předmět", "predmet", "тема", "konu", "tárgy", "subiect", "θέμα",
        "主题", "主旨", "件名", "제목",
    ),
    "copy": ("cc", "kopie", "copie", "copie à", "copia", "cópia", "kopia", "kopi", "копия", "抄送"),
    "reply": ("reply-to", "antwort an", "répondre à", "risposta", "rispondi a", "responder a"),
}  # fmt: skip

# The beginnings of lines that a phone or a mail program adds by itself, whatever its name. Accents
# do not matter. `program_lines.toml` has names of programs.
SENT_FROM = (
    "sent from", "sent via", "sent with", "sent by", "sent using", "from my iphone",
    "sent on the go", "sender notified by",
    "dictated but not read", "dictated, not read", "please excuse my brevity",
    "please excuse the brevity", "bitte entschuldigen sie die kürze",
    "veuillez excuser ma brièveté", "excuseer mijn beknoptheid", "perdonate la brevità",
    "scusate la brevità",
    "do you yahoo",
    "gesendet von", "gesendet mit", "von meinem iphone gesendet", "von meinem ipad gesendet",
    "von meinem mobilgerät", "von meinem handy", "von meinem smartphone",
    "diese nachricht wurde von",
    "envoyé de mon", "envoyé depuis", "envoyé à partir", "envoyé avec", "envoyé par",
    "verzonden met", "verzonden vanaf", "verzonden via", "verstuurd vanaf", "verstuurd met",
    "inviato da", "inviato dal", "inviato con",
    "enviado desde", "enviado de mi", "enviado con",
    "enviado do meu", "enviado a partir", "enviado via",
    "sendt fra", "skickat från", "lähetetty",
    "wysłane z", "wysłano z", "odesláno z", "odoslané z", "poslano iz", "poslano z", "poslano s",
    "отправлено с", "отправлено из", "надіслано з",
    "trimis de pe", "küldve", "στάλθηκε από", "enviat des",
    "从我的", "從我的", "发自我的", "寄自我的", "iphoneから送信", "나의 iphone", "내 iphone",
)  # fmt: skip
SENT_FROM_ENDINGS = (
    "gönderildi",
    "gesendet",
    "herunterladen",
    "から送信",
    "에서 보냄",
    "傳送",
    "发送",
)

# Words of names that are written in small letters.
PARTICLES = frozenset(
    "al bin da das de del della den der di do dos du e el la las le los ter van von y".split()
)

# A verb that people write, too: "Bob said:".
SPOKEN = frozenset({"said"})

# Words before a name that do without a verb: "In reply to Alice:".
WRITTEN_BY = (
    "according to", "in reply to", "in response to", "als antwort auf", "in antwort auf", "laut",
    "en réponse à", "d'après", "in antwoord op", "volgens", "in risposta a", "secondo",
    "en respuesta a", "según", "em resposta a", "segundo", "lainaus", "cytowanie", "citát", "citat",
    "citerar", "citant", "idézet", "цитата", "цитирование", "в ответ на",
)  # fmt: skip

# Words beside a name and a verb: those that belong to the verb, and those that begin a sentence.
AUXILIARIES = frozenset("a ha hat je η ο".split())
NO_NAMES = frozenset(
    """and as so then when what that but he she they you we who und wie als so dann was aber er sie
    du ihr wir wer et comme alors puis quand que mais il elle tu vous nous ils qui e come poi quando
    che ma lui lei io voi noi chi en zoals dan toen wat maar hij zij ze jij jullie wij""".split()
)

# What people type themselves in place of such a line: "from my phone", "geschrieben am Handy".
TYPED_ON = (
    r"(?:sent|written|typed) (?:on|from|by|with|via) (?:my|a|the)",
    r"from my",
    r"(?:geschrieben|getippt|gesendet|geschickt) (?:von|vom|mit|auf|am)(?: (?:meinem|dem|einem))?",
    r"von meinem|vom",
    r"(?:envoyé|écrit|tapé|rédigé|expédié)e? (?:de|depuis|avec|sur|via|du)(?: (?:mon|le|un|ma))?",
    r"(?:de|depuis) (?:mon|ma)",
    r"(?:verzonden|verstuurd|gestuurd|getypt|geschreven) (?:vanaf|van|met|op)(?: (?:mijn|een|de))?",
    r"(?:van|vanaf) mijn",
    r"(?:inviat|mandat|scritt|spedit)[oa] (?:dal|da|con|col|sul)(?: (?:mio|il|un))?",
    r"dal mio",
)
TYPED_WITH = (
    r"i?phone|ipad|android|smartphone|mobile|cell ?phone|tablet|blackberry|samsung|galaxy|pixel",
    r"handy|telefon|mobiltelefon|mobilgerät",
    r"téléphone|portable|tablette|tél",
    r"telefoon|mobiel|mobieltje|gsm",
    r"telefono|telefonino|cellulare|cell",
)
