"""Words with which programs begin the subjects of their mails, in many languages.

To support another language, add its words. Order and case do not matter.
"""

from __future__ import annotations

# Responders, and programs that ask whether a person wrote. Before a colon, in brackets or alone.
RESPONDERS = (
    # English
    "automatic reply", "auto reply", "auto-reply", "autoreply", "auto response", "auto-response",
    "autoresponse", "auto respond", "autoresponder", "auto responder", "automatic response",
    "automated reply", "automated response", "automatic answer", "out of office", "out-of-office",
    "out of office reply", "out of office autoreply", "out of office: autoreply",
    "out of the office", "out of office message", "out of office notification",
    "out of office response", "ooo", "ooo reply", "vacation reply", "vacation message",
    "vacation response", "vacation autoreply", "vacation auto-reply", "holiday auto reply",
    "away message", "away from office", "away from the office", "away from my mail",
    "absence notification", "automatic out of office reply", "auto generated reply",
    "automatically generated reply",
    # German
    "abwesenheitsnotiz", "abwesenheitsmeldung", "abwesenheitsbenachrichtigung",
    "abwesenheitsnachricht", "abwesenheitsagent", "abwesenheitsinfo",
    "automatische abwesenheitsnotiz", "automatische antwort", "automatische rückantwort",
    "automatische abwesenheitsmeldung", "automatische empfangsbestätigung",
    "automatische nachricht", "autoantwort", "auto-antwort", "urlaubsnotiz",
    "urlaubsbenachrichtigung", "nicht im büro", "außer haus", "ausser haus",
    "eingangsbestätigung", "automatische eingangsbestätigung",
    # Dutch
    "automatisch antwoord", "automatisch antwoord bij afwezigheid", "automatische reactie",
    "automatische beantwoording", "afwezigheidsbericht", "afwezigheidsmelding",
    "afwezigheidsassistent", "afwezig", "niet aanwezig", "buiten kantoor", "ontvangstbevestiging",
    "automatische ontvangstbevestiging", "vakantiebericht",
    # French
    "réponse automatique", "reponse automatique", "réponse automatisée", "absence du bureau",
    "absent du bureau", "message d'absence", "message d’absence", "message automatique",
    "avis d'absence", "avis d’absence", "notification d'absence", "notification d’absence",
    "en dehors du bureau", "accusé de réception automatique", "hors du bureau",
    # Italian
    "risposta automatica", "risposta automatica di assenza", "fuori sede", "fuori ufficio",
    "messaggio automatico", "messaggio di assenza", "avviso di assenza", "assente",
    "assenza dall'ufficio", "assenza dall’ufficio", "assente dall'ufficio",
    "assente dall’ufficio", "autorisposta", "risponditore automatico",
    # Spanish, Catalan, Basque, Galician
    "respuesta automática", "respuesta automatica", "contestación automática",
    "fuera de la oficina", "fuera de oficina", "mensaje automático", "mensaje de ausencia",
    "aviso de ausencia", "ausente de la oficina", "autorespuesta", "auto respuesta",
    "resposta automàtica", "fora de l'oficina", "fora de l’oficina", "erantzun automatikoa",
    # Portuguese
    "resposta automática", "resposta automatica", "resposta de ausência", "mensagem automática",
    "mensagem de ausência", "aviso de ausência", "fora do escritório", "fora do escritorio",
    "ausência temporária", "ausência do escritório", "auto-resposta", "autorresposta",
    # Romanian
    "răspuns automat", "raspuns automat", "mesaj automat", "absent de la birou",
    "în afara biroului",
    # Swedish, Norwegian, Danish
    "automatiskt svar", "automatiskt meddelande", "autosvar", "frånvaromeddelande", "frånvarande",
    "ej på kontoret", "inte på kontoret", "automatisk svar", "automatisk beskjed",
    "fraværsmelding", "fraværende", "ikke på kontoret", "ikke til stede", "automatisk besvarelse",
    "automatisk meddelelse", "fraværsmeddelelse", "fraværsbesked", "ikke til stede på kontoret",
    "fraværsassistent",
    # Icelandic, Finnish, Estonian, Latvian, Lithuanian
    "sjálfvirkt svar", "fjarvistartilkynning", "automaattinen vastaus", "automaattivastaus",
    "poissaoloilmoitus", "poissa", "poissa toimistosta", "lomavastaus", "automaatvastus",
    "automaatne vastus", "kontorist väljas", "automātiskā atbilde", "automātiska atbilde",
    "automatinis atsakymas", "automatinis atsakas", "nesu biure",
    # Polish, Czech, Slovak
    "odpowiedź automatyczna", "odpowiedz automatyczna", "automatyczna odpowiedź",
    "automatyczna odpowiedz", "autoodpowiedź", "auto-odpowiedź", "nieobecność w biurze",
    "poza biurem", "wiadomość automatyczna", "automatická odpověď", "automatická odpoveď",
    "automaticka odpoved", "mimo kancelář", "mimo kanceláriu", "oznámení o nepřítomnosti",
    "nepřítomen", "v nepřítomnosti",
    # Hungarian
    "automatikus válasz", "automatikus valasz", "automata válasz", "távolléti üzenet",
    "házon kívül", "irodán kívül",
    # Slovenian, Croatian, Bosnian, Serbian, Macedonian, Albanian
    "samodejni odgovor", "avtomatski odgovor", "odsoten", "automatski odgovor",
    "automatski odgovor: odsutan", "izvan ureda", "odsutan", "van kancelarije",
    "аутоматски одговор", "автоматски одговор", "përgjigje automatike",
    # Greek, Turkish
    "αυτόματη απάντηση", "αυτόματη απάντηση απουσίας", "εκτός γραφείου", "απουσία από το γραφείο",
    "otomatik yanıt", "otomatik cevap", "otomatik yanit", "ofis dışında", "ofis dışındayım",
    # Russian, Ukrainian, Belarusian, Bulgarian, Kazakh
    "автоответ", "авто-ответ", "автоматический ответ", "автоответчик", "автоответ на письмо",
    "отсутствие на рабочем месте", "вне офиса", "нет на работе", "нет на месте",
    "автоматична відповідь", "автовідповідь", "автоматическое сообщение", "відсутній",
    "аўтаматычны адказ", "автоматичен отговор", "автоматично съобщение", "извън офиса",
    "автоматты жауап", "автоматты түрде жауап беру",
    # Chinese, Japanese, Korean
    "自动回复", "自动答复", "自动回覆", "自動回覆", "自動回复", "自動答覆", "自動回應", "外出",
    "不在办公室", "外出自动回复", "休假自动回复", "自動返信", "自動応答", "不在通知", "不在返信",
    "不在メッセージ", "外出中", "休暇中", "不在", "不在自動返信", "자동 회신", "자동회신",
    "자동 응답", "자동응답", "자동 답장", "부재중", "부재 중", "부재중 자동 회신",
    "부재중 자동응답", "자동 응답 메시지",
    # Vietnamese, Thai, Indonesian, Malay, Filipino
    "trả lời tự động", "tự động trả lời", "thư trả lời tự động", "ngoài văn phòng",
    "ตอบกลับอัตโนมัติ", "การตอบกลับอัตโนมัติ", "ตอบอัตโนมัติ", "ไม่อยู่ที่สำนักงาน",
    "balasan otomatis", "jawaban otomatis", "di luar kantor", "balasan automatik",
    "jawapan automatik", "awtomatikong tugon", "awtomatikong sagot",
    # Arabic, Hebrew, Persian, Urdu
    "رد تلقائي", "الرد التلقائي", "رد آلي", "خارج المكتب", "תשובה אוטומטית", "מענה אוטומטי",
    "תגובה אוטומטית", "מחוץ למשרד", "پاسخ خودکار", "خودکار جواب",
    # Hindi, Bengali, Tamil, Georgian, Armenian, Azerbaijani, Afrikaans, Welsh, Irish
    "स्वचालित उत्तर", "स्वतः उत्तर", "স্বয়ংক্রিয় উত্তর", "தானியங்கு பதில்", "ავტომატური პასუხი",
    "ինքնաշխատ պատասխան", "avtomatik cavab", "outomatiese antwoord", "ateb awtomatig",
    "freagra uathoibríoch",
    # Programs that ask whether a person wrote, and mail servers.
    "please confirm your message", "please confirm your email", "confirm your message",
    "your message requires confirmation", "your email requires verification",
    "your message requires verification", "message awaiting confirmation",
    "human verification required", "verification required", "undeliverable",
    "undelivered mail returned to sender", "mail delivery failed",
    "mail delivery failed: returning message to sender", "mail delivery failure",
    "delivery status notification", "delivery failure", "delivery delayed",
    "delivery status notification (failure)", "delivery status notification (delay)",
    "failure notice", "returned mail", "unzustellbar", "zustellung verzögert", "onbestelbaar",
    "non remis", "non recapitabile", "no se puede entregar", "não é possível entregar",
    "недоставлено",
)  # fmt: skip

# Sentences of responders and ticket systems, which nobody says to another player.
UNATTENDED = (
    "mailbox is not monitored", "mailbox is unattended", "inbox is not monitored",
    "please type your reply above this line", "please do not reply to this",
    "this is an automated", "this is an automatic", "has been received and is being",
    "your request has been received", "we have received your", "will get back to you shortly",
    "thank you for contacting", "will reply when i return",
    "no longer work here", "no longer works here", "limited access to email",
    "i no longer work at", "i no longer work for", "i have left the company",
    "this message was created automatically", "to have your message delivered",
    "this is a return receipt", "return receipt only acknowledges", "deleted without being read",
    "was read on", "ich arbeite nicht mehr", "nicht mehr für das unternehmen", "wurde gelesen am",
    "je ne travaille plus", "a été lu le", "ik werk niet meer", "niet meer werkzaam",
    "non lavoro più", "non lavora più", "è stato letto il",
    "postfach wird nicht", "wieder für sie da", "zur zeit im urlaub", "derzeit im urlaub",
    "automatisch erzeugt", "automatisch generiert",
    "antworten sie nicht auf diese", "keinen zugriff auf meine", "wird nicht weitergeleitet",
    "ihre anfrage ist eingegangen", "wir haben ihre nachricht erhalten",
    "boîte n'est pas surveillée", "boite n'est pas surveillée", "ne pas répondre à ce",
    "nous avons bien reçu votre", "message automatique", "généré automatiquement",
    "casella non è monitorata", "non rispondere a questa", "generato automaticamente",
    "abbiamo ricevuto la sua", "abbiamo ricevuto il tuo",
    "mailbox wordt niet", "automatisch gegenereerd", "niet op deze e-mail",
    "wij hebben uw bericht ontvangen", "we hebben uw bericht ontvangen",
    "no responda a este", "hemos recibido su", "não responda a este", "recebemos sua",
    "nie odpowiadaj na", "prosimy nie odpowiadać", "не отвечайте на это",
    "ваш запрос получен", "请勿回复", "此邮件由系统自动", "自動送信", "返信しないで",
)  # fmt: skip

# Receipts and answers of calendars. They count only before a subject of ours, since a person may
# begin a subject with such a word, too.
RECEIPTS = (
    "read", "not read", "deleted", "delivered", "relayed", "read receipt", "return receipt",
    "return receipt (displayed)", "disposition notification", "gelesen", "ungelesen", "gelöscht",
    "zugestellt", "lesebestätigung", "empfangsbestätigung", "empfangsbestätigung (angezeigt)",
    "gelezen", "niet gelezen", "leesbevestiging", "lu", "non lu", "accusé de réception",
    "accusé de lecture", "confirmation de lecture", "letto", "non letto", "conferma di lettura",
    "ricevuta di ritorno", "ricevuta di lettura", "leído", "leido", "no leído",
    "confirmación de lectura", "acuse de recibo", "lido", "não lida", "lida", "recibo de leitura",
    "confirmação de leitura", "citit", "läst", "läskvitto", "lest", "lesebekreftelse", "læst",
    "kvittering for læsning", "luettu", "lukukuittaus", "przeczytane", "przeczytano",
    "potwierdzenie przeczytania", "přečteno", "prečítané", "potvrzení o přečtení", "elolvasva",
    "olvasási visszaigazolás", "prebrano", "pročitano", "διαβάστηκε", "αναγνώσθηκε", "okundu",
    "okundu bilgisi", "прочитано", "прочтено", "уведомление о прочтении", "прочетено", "已读",
    "已讀", "已读回执", "開封済み", "開封確認", "既読", "읽음", "읽음 확인", "đã đọc", "อ่านแล้ว",
    "telah dibaca", "تمت القراءة", "נקרא", "accepted", "declined", "tentative",
    "tentatively accepted", "accepted invitation", "new time proposed", "canceled", "cancelled",
    "zugesagt", "abgesagt", "abgelehnt", "angenommen", "mit vorbehalt", "mit vorbehalt zugesagt",
    "geaccepteerd", "afgewezen", "voorlopig", "voorlopig geaccepteerd", "accepté", "acceptée",
    "refusé", "refusée", "provisoire", "accettato", "accettata", "rifiutato", "rifiutata",
    "provvisorio", "aceptado", "aceptada", "rechazado", "rechazada", "provisional", "aceito",
    "aceite", "recusado", "provisório", "accepterat", "avböjt", "preliminärt", "godtatt",
    "avslått", "foreløpig", "accepteret", "afvist", "foreløbig", "hyväksytty", "hylätty",
    "alustava", "zaakceptowano", "odrzucono", "wstępnie", "przyjęto", "přijato", "odmítnuto",
    "nezávazně", "elfogadva", "elutasítva", "принято", "отклонено", "под вопросом", "прийнято",
    "відхилено", "kabul edildi", "reddedildi", "已接受", "已拒绝", "暂定", "已接受邀请", "承諾",
    "承諾済み", "辞退", "仮承諾", "수락", "수락됨", "거절", "거절됨", "미정",
)  # fmt: skip
